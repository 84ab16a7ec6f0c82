"""Slack's rich text: sections, lists, quotes and code, and the words in them."""

from tests.wire.slack_shapes import anything, boolean, choice, kinds, listing, shape, string, whole

STYLE = shape(
    {}, dict.fromkeys(("bold", "italic", "strike", "code", "underline", "highlight", "unlink"), boolean)
)
STYLED = {"style": STYLE}
WORDS = {
    "text": shape({"type": anything, "text": string(100_000)}, STYLED),
    "link": shape(
        {"type": anything, "url": string(3000)}, {**STYLED, "text": string(100_000), "unsafe": boolean}
    ),
    "emoji": shape({"type": anything, "name": string(100)}, {**STYLED, "unicode": string(100)}),
    "user": shape({"type": anything, "user_id": string(255)}, STYLED),
    "usergroup": shape({"type": anything, "usergroup_id": string(255)}, STYLED),
    "channel": shape({"type": anything, "channel_id": string(255)}, STYLED),
    "broadcast": shape({"type": anything, "range": choice("here", "channel", "everyone")}, {}),
    "color": shape({"type": anything, "value": string(20)}, {}),
    "date": shape(
        {"type": anything, "timestamp": whole(0, 9_999_999_999), "format": string(255)},
        {**STYLED, "url": string(3000), "fallback": string(3000)},
    ),
}
BORDER = {"border": whole(0, 1)}
SECTION = shape({"type": anything, "elements": listing(0, 10_000, kinds(WORDS))}, {})
RICH_TEXT = shape(
    {
        "type": choice("rich_text"),
        "elements": listing(
            1,
            10_000,
            kinds(
                {
                    "rich_text_section": SECTION,
                    "rich_text_list": shape(
                        {
                            "type": anything,
                            "style": choice("bullet", "ordered"),
                            "elements": listing(1, 10_000, kinds({"rich_text_section": SECTION})),
                        },
                        {**BORDER, "indent": whole(0, 8), "offset": whole(0, 10_000)},
                    ),
                    "rich_text_quote": shape(
                        {"type": anything, "elements": listing(0, 10_000, kinds(WORDS))}, BORDER
                    ),
                    "rich_text_preformatted": shape(
                        {
                            "type": anything,
                            "elements": listing(0, 10_000, kinds({k: WORDS[k] for k in ("text", "link")})),
                        },
                        {**BORDER, "language": string(100)},
                    ),
                }
            ),
        ),
    },
    {"block_id": string(255)},
)
