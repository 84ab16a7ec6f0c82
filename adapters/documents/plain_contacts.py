"""The top of a résumé text: name, headline and contact details."""

import re
from collections.abc import Sequence
from typing import Final

from adapters.documents.draft import Draft, Site
from adapters.documents.plain_dates import split_period
from adapters.documents.plain_words import ends_in_place, is_like_place, is_organisation, is_place, is_title
from adapters.documents.taken import Taken, taken

_SEPARATOR: Final = re.compile(r"\t|\s*[|｜;；]\s*|\s+[·•∙●/]\s+|\s{2,}")
_EMAIL: Final = re.compile(r"(?<![\w.+%'-])[\w.+%'-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_URL: Final = re.compile(
    r"(?:https?://|www\.)[^\s,，()（）<>]+|(?<![\w@.-])(?:[a-z0-9-]{1,63}\.){1,6}(?:com|org|net|io|dev|me|co|cn|de|uk|eu|ai|app"
    r"|info|tech|example|ch|fr|nl)(?:/[^\s,，()（）<>]*)?(?![\w@.])",
    re.IGNORECASE,
)
_ACCOUNT: Final = re.compile(
    r"\b(?:GitHub|GitLab|LinkedIn|Twitter|Gitee|Medium)(?:\s*[:：]\s*|\s+)@?[\w.-]+", re.IGNORECASE
)
_PHONE: Final = re.compile(r"(?<![\w@/.])(?:\+|\(|（)?\d[\d ()（）./-]{5,}\d(?![\w@])")
_LABEL: Final = re.compile(r"^([^\W\d_][\w .-]{0,18}?)\s*[:：]\s*(\S.*)$")
_LABELS: Final = {
    "name": "name|full name|姓名",
    "headline": (
        "title|position|target position|desired position|求职意向|应聘职位|期望职位|意向岗位|应聘岗位|职位"
    ),
    "email": "email|e-mail|mail|e|邮箱|电子邮箱|电子邮件|邮件",
    "phone": (
        "phone|tel|telephone|mobile|cell|phone number|p|t|m|电话|手机|联系电话|手机号|手机号码"
        "|联系方式|移动电话"
    ),
    "location": (
        "location|address|city|based in|residence|地址|所在地|现居地|现居住地|居住地|现居|城市|所在城市|住址"
    ),
    "website": "website|web|site|homepage|portfolio|blog|url|w|网站|个人网站|个人主页|主页|博客|作品集",
    "profile": "linkedin|github|gitlab|twitter|x|stackoverflow|stack overflow|知乎|领英|码云|gitee|微博",
}
_FIELD_OF: Final = {name: field for field, names in _LABELS.items() for name in names.split("|")}
_NETWORKS: Final = {
    "linkedin.com": "LinkedIn",
    "github.com": "GitHub",
    "gitlab.com": "GitLab",
    "twitter.com": "Twitter",
    "x.com": "X",
    "stackoverflow.com": "Stack Overflow",
    "zhihu.com": "知乎",
    "gitee.com": "Gitee",
    "medium.com": "Medium",
}
_NAME: Final = re.compile(
    r"[^\W\d_][^\W\d_.'’-]*(?:[ .'’·-]+[^\W\d_][^\W\d_.'’-]*){0,5}\.?(?:\s*[(（][^\d()（）]{1,30}[)）])?"
)
_LONGEST_NAME: Final = 45
_LONGEST_HEADLINE: Final = 12
"""Words."""


class Contacts:
    """Takes the lines of the head and puts into a draft what it is sure of; the rest is unplaced."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._basics = draft.document["basics"]
        self._profiles = ""

    def read_head(self, lines: Sequence[str]) -> list[str]:
        """Reads the lines before the first heading; returns those that are prose, for the summary."""
        prose: list[str] = []
        for line in lines:
            if not line:
                continue
            if _is_prose(line):
                prose.append(line)
            else:
                self.read_line(line)
        return prose

    def read_line(self, line: str) -> None:
        """Reads one line of contact details, of one or several parts."""
        has_contact = _EMAIL.search(line) is not None or _find_phone(line) is not None
        for part in _SEPARATOR.split(line):
            self._read_part(part.strip(" ,，-–—"), has_contact=has_contact)

    def take_alone(self, line: str, *, with_links: bool) -> bool:
        """Takes a line that is nothing but an e-mail address, a phone number or, if wanted, a link."""
        text = line.strip()
        if _EMAIL.fullmatch(text) and not self._basics["email"]:
            self._draft.put("/basics/email", taken(text))
        elif text == _find_phone(text) and not self._basics["phone"]:
            self._draft.put("/basics/phone", taken(text))
        elif with_links and _URL.fullmatch(text):
            self.read_link(text, text)
        else:
            return False
        return True

    def read_link(self, url: str, evidence: str) -> None:
        """Puts a link: an account where we know the network, otherwise the website, then further lines."""
        network = _network_of(url)
        if network:
            self._add_profile(network, _user_of(url), url, evidence)
        elif not self._basics["website"]["url"]:
            self._draft.link("/basics/website/url", Taken(url, evidence), "Link")
        else:
            self._draft.custom_field(Taken(url, evidence))

    def _read_part(self, part: str, *, has_contact: bool) -> None:
        if not part:
            return
        if labelled := _LABEL.match(part):
            field = _FIELD_OF.get(labelled[1].casefold().strip())
            if field and self._read_labelled(field, labelled[1], labelled[2], part):
                return
            if field is None and not _URL.match(part) and not _EMAIL.search(part):
                self._draft.custom_field(taken(part))
                return
        for piece in self._take_marked(part):
            self._read_words(piece, has_contact=has_contact)

    def _take_marked(self, part: str) -> list[str]:
        """Takes what shows by its form what it is; returns the texts around it."""
        for pattern, take in (
            (_EMAIL, self._put_email),
            (_URL, self._put_url),
            (_ACCOUNT, self._put_account),
        ):
            for found in list(pattern.finditer(part)):
                take(found[0])
                part = part.replace(found[0], "\n", 1)
        if phone := _find_phone(part):
            self._put_or_add("phone", phone, phone)
            part = part.replace(phone, "\n", 1)
        pieces = [piece.strip(" ,，:：()（）-–—/") for piece in part.split("\n")]
        is_marked = len(pieces) > 1
        return [piece for piece in pieces if piece and not (is_marked and piece.casefold() in _FIELD_OF)]

    def _read_labelled(self, field: str, label: str, text: str, whole: str) -> bool:
        if field == "email" and not _EMAIL.fullmatch(text):
            return False
        if field == "phone" and text != _find_phone(text):
            return False
        if field in ("website", "profile"):
            found = _URL.fullmatch(text)
            if found:
                self.read_link(text, whole)
            elif field == "profile" and len(text.split()) == 1:
                self._add_profile(label, text, "", whole)
            else:
                return False
            return True
        self._put_or_add(field, text, whole)
        return True

    def _read_words(self, text: str, *, has_contact: bool) -> None:
        """A text without any mark: name first, then headline; a place where one is expected."""
        if not text:
            return
        if not self._basics["name"] and _is_name(text) and not is_place(text):
            self._draft.put("/basics/name", taken(text))
        elif not self._basics["location"] and _is_location(text, has_contact):
            self._draft.put("/basics/location", taken(text))
        elif not self._basics["headline"] and self._basics["name"] and _is_headline(text, has_contact):
            self._draft.put("/basics/headline", taken(text))
        else:
            self._draft.keep("", text)

    def _put_email(self, text: str) -> None:
        self._put_or_add("email", text, text)

    def _put_url(self, text: str) -> None:
        self.read_link(text.rstrip(".,;"), text)

    def _put_account(self, text: str) -> None:
        network, user = re.split(r"[\s:：]+", text, maxsplit=1)
        self._add_profile(network, user, "", text)

    def _put_or_add(self, field: str, text: str, evidence: str) -> None:
        """Sets a field of the basics; what comes after the first is a further line."""
        if self._basics[field]:
            self._draft.custom_field(Taken(evidence, evidence))
        else:
            self._draft.put(f"/basics/{field}", Taken(text, evidence))

    def _add_profile(self, network: str, user: str, url: str, evidence: str) -> None:
        self._profiles = self._profiles or self._draft.section("profiles")
        members = {"network": Taken(network, evidence), "username": Taken(user, evidence)}
        site = Site(Taken(url, evidence)) if url else Site()
        self._draft.add(self._profiles, {**members, "website": site}, network)


def _find_phone(text: str) -> str | None:
    """The first phone number in a text; a period of years is none."""
    for found in _PHONE.finditer(text):
        number = found[0].strip(" ./-")
        digits = sum(char.isdigit() for char in number)
        if 7 <= digits <= 15 and split_period(number) is None:
            return number if number.count("(") == number.count(")") else number.strip("()")
    return None


def _is_prose(line: str) -> bool:
    if _EMAIL.search(line) or _URL.search(line):
        return False
    words = len(line.split()) + sum("\u4e00" <= char <= "\u9fff" for char in line) // 2
    return words > _LONGEST_HEADLINE and not _SEPARATOR.search(line)


def _is_name(text: str) -> bool:
    if len(text) > _LONGEST_NAME or _NAME.fullmatch(text) is None or is_title(text):
        return False
    is_chinese = "\u4e00" <= text[0] <= "\u9fff"
    if is_chinese:
        return (
            not is_organisation(text) and "简历" not in text and len(text.split("(")[0].split("（")[0]) <= 8
        )
    return text.casefold() not in ("resume", "résumé", "curriculum vitae", "cv") and text[0].isupper()


def _is_location(text: str, has_contact: bool) -> bool:
    return is_place(text) or (has_contact and (is_like_place(text) or ends_in_place(text)))


def _is_headline(text: str, has_contact: bool) -> bool:
    if has_contact and not is_title(text):
        return False
    return is_title(text) or (
        len(text.split()) <= _LONGEST_HEADLINE
        and not any(char.isdigit() for char in text)
        and "," not in text
    )


def _network_of(url: str) -> str:
    host = re.sub(r"^https?://", "", url, flags=re.IGNORECASE).split("/")[0].casefold()
    return next(
        (name for domain, name in _NETWORKS.items() if host == domain or host.endswith("." + domain)), ""
    )


def _user_of(url: str) -> str:
    path = re.sub(r"^https?://", "", url, flags=re.IGNORECASE).rstrip("/").split("/")[1:]
    return path[-1] if path else ""
