"""A link between two identities, as each side is asked and told."""

from core.person import Link
from core.show.view import Button, TextView
from core.show.words import Words
from core.talk.button import Decision, Token


def render_link(link: Link, conversation: str, say: Words) -> TextView:
    """What the side in `conversation` is told: who else it would be, and whether both have agreed."""
    is_first = conversation == link.conversation
    other = (link.other_name if is_first else link.name) or ""
    if link.state != "asked":
        return TextView(say.say(f"link-{link.state}", name=other))
    if link.yes if is_first else link.other_yes:
        return TextView(say.say("link-waits", name=other))

    def token(decision: Decision) -> str:
        return str(Token("link", link.id, 0, decision))

    buttons = (
        Button(say.say("button-link-yes"), token("yes"), "primary"),
        Button(say.say("button-link-no"), token("no")),
    )
    return TextView(say.say("link-asked", name=other), buttons=buttons)
