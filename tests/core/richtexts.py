"""Random canonical rich texts and random edits of them, English and 中文."""

import random

from core.resume.blocks import take_apart

SENTENCES = (
    "Ran the parcel API.",
    "Moved jobs to a queue.",
    "Taught two juniors.",
    "Served 40 depots.",
    "带领团队开发支付系统。",
    "维护文档。",
    "将接口延迟降低了一半。",
)
ENDS = (" Nightly.", " For 40 depots.", "（40 个网点）", " R&amp;D.")


def random_text(rng: random.Random) -> str:
    """Paragraphs, a list, both, two lists, nothing, or now and then something that is no HTML."""
    sentences = list(SENTENCES)
    rng.shuffle(sentences)
    shape = rng.choice(("", "p", "u", "u", "pu", "pup", "upu", "o", "h", "plain"))
    if shape == "plain":
        return rng.choice(("Ran it; moved jobs", "Led it"))
    parts = []
    for kind in shape:
        if kind in "uo":
            items = [sentences.pop() for _ in range(min(len(sentences), rng.randrange(1, 4)))]
            parts.append(_list(f"{kind}l", [f"<li><p>{item}</p></li>" for item in items]) if items else "")
        elif sentences:
            parts.append(f"<h2>{sentences.pop()}</h2>" if kind == "h" else f"<p>{sentences.pop()}</p>")
    return "".join(parts)


def _list(tag: str, items: list[str]) -> str:
    return f"<{tag}>{''.join(items)}</{tag}>" if items else ""


def edited_text(rng: random.Random, text: str) -> str:
    """The text after one edit: a block edited, added, removed, moved, split, joined, marked, indented …"""
    parts = take_apart(text)
    if parts is None or rng.random() < 0.05:
        return random_text(rng)
    rows = {name: list(row) for name, row in parts.rows.items()}
    name = rng.choice(list(rows))
    row = rows[name]
    places = [index for index, key in enumerate(row) if key.startswith("<")]
    step = rng.randrange(13)
    if step == 0 or not places:
        row.insert(rng.choice((0, len(row), rng.randrange(len(row) + 1))), _block(rng, name))
    elif step in (1, 2):
        row[rng.choice(places)] = _block(rng, name)
    elif step in (3, 4):
        at = rng.choice(places)
        row[at] = _reworded(rng, row[at])
    elif step == 5:
        row.pop(rng.choice(places))
    elif step in (6, 7):
        row.insert(rng.randrange(len(row)), row.pop(rng.randrange(len(row))))
    elif step == 8:
        row.insert(rng.choice(places) + 1, _block(rng, name))
    elif step == 9 and len(places) > 1:
        del row[places[0]]
        row[places[1] - 1] = _reworded(rng, row[places[1] - 1])
    elif step == 10:
        at = rng.choice(places)
        row[at] = row[at].replace("<p>", "<p><strong>").replace("</p>", "</strong></p>")
        row[at] = row[at].replace("<strong><strong>", "<strong>").replace("</strong></strong>", "</strong>")
    elif step == 11 and name and len(row) > 1:
        at = rng.randrange(1, len(row))
        row[at - 1] = row[at - 1].removesuffix("</li>") + _list("ul", [row.pop(at)]) + "</li>"
    elif step == 12:
        return rng.choice(("", text + text, random_text(rng), _put(rows)))
    return _put(rows)


def _block(rng: random.Random, row: str) -> str:
    sentence = rng.choice(SENTENCES)
    return f"<li><p>{sentence}</p></li>" if row else f"<p>{sentence}</p>"


def _reworded(rng: random.Random, block: str) -> str:
    end = rng.choice(ENDS)
    return (
        block.replace("</p>", end + "</p>", 1) if "</p>" in block else block.replace("</h2>", end + "</h2>")
    )


def _put(rows: dict[str, list[str]]) -> str:
    return "".join(key if key.startswith("<") else _list(key[:2], rows[key]) for key in rows[""])
