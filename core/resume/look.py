"""How a résumé looks: template, layout, paper, colours, fonts, and what is carried for other programs."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from core.resume.entries import CUSTOM_TYPES
from core.resume.part import MAX_NUMBER, Name, NoNullPart, Part, Size, Weight


class LayoutPage(Part):
    """What stands on one page: names of sections, ids of custom ones. A dangling name is allowed."""

    full_width: bool
    main: list[str]
    sidebar: list[str]


class Layout(Part):
    """The pages; the sidebar's width in percent."""

    sidebar_width: Annotated[float, Field(ge=10, le=50)]
    pages: list[LayoutPage]


class Page(Part):
    """The paper; gaps and margins in points."""

    gap_x: Size
    gap_y: Size
    margin_x: Annotated[float, Field(ge=0, le=100)]
    margin_y: Annotated[float, Field(ge=0, le=100)]
    format: Literal["a4", "letter", "free-form"]
    locale: str
    hide_link_underline: bool
    hide_icons: bool
    hide_section_icons: bool


class Colors(Part):
    """Colours, by convention `rgba(r, g, b, a)`."""

    primary: str
    text: str
    background: str


class LevelDesign(Part):
    """How a level is drawn."""

    icon: str
    type: Literal["hidden", "circle", "square", "rectangle", "rectangle-full", "progress-bar", "icon"]


class Design(Part):
    """Colours and level marks."""

    colors: Colors
    level: LevelDesign


class Font(Part):
    """One of the two fonts; the size in points."""

    font_family: str
    font_weights: list[Weight]
    font_size: Annotated[float, Field(ge=6, le=24)]
    line_height: Annotated[float, Field(ge=0.5, le=4)]


class Typography(Part):
    """The fonts of body and headings."""

    body: Font
    heading: Font


class StylesheetSource(Part):
    """The text of a style sheet."""

    language_version: Annotated[int, Field(gt=0, le=MAX_NUMBER)]
    text: Annotated[str, Field(max_length=128 * 1024)]


class Stylesheet(Part):
    """A style sheet; carried, not used by us."""

    mode: Literal["legacy", "semantic"]
    source: StylesheetSource


_Inset: TypeAlias = Annotated[float, Field(ge=-72, le=72)]


class Style(NoNullPart):
    """What a style rule may set for one slot."""

    color: str | None = None
    background_color: str | None = None
    border_color: str | None = None
    text_decoration_color: str | None = None
    opacity: Annotated[float, Field(ge=0, le=1)] | None = None
    font_size: Annotated[float, Field(ge=6, le=48)] | None = None
    font_weight: Weight | None = None
    font_style: Literal["normal", "italic"] | None = None
    line_height: Annotated[float, Field(ge=0.5, le=4)] | None = None
    letter_spacing: Annotated[float, Field(ge=-16, le=16)] | None = None
    text_decoration: Literal["none", "underline", "line-through"] | None = None
    text_decoration_style: Literal["solid", "dashed", "dotted"] | None = None
    text_align: Literal["left", "center", "right", "justify"] | None = None
    text_transform: Literal["none", "uppercase", "lowercase", "capitalize"] | None = None
    padding: _Inset | None = None
    padding_top: _Inset | None = None
    padding_right: _Inset | None = None
    padding_bottom: _Inset | None = None
    padding_left: _Inset | None = None
    margin_top: _Inset | None = None
    margin_right: _Inset | None = None
    margin_bottom: _Inset | None = None
    margin_left: _Inset | None = None
    row_gap: _Inset | None = None
    column_gap: _Inset | None = None
    border_style: Literal["solid", "dashed", "dotted"] | None = None
    border_width: Size | None = None
    border_radius: Size | None = None


Slot: TypeAlias = Literal[
    "section",
    "heading",
    "item",
    "text",
    "secondaryText",
    "link",
    "icon",
    "level",
    "richParagraph",
    "richList",
    "richListItemRow",
    "richListItemContent",
    "richLink",
    "richBold",
    "richMark",
]


class EverywhereTarget(Part):
    """A style rule for the whole résumé."""

    scope: Literal["global"]


class TypeTarget(Part):
    """A style rule for all sections of one type."""

    scope: Literal["sectionType"]
    section_type: Literal[tuple(CUSTOM_TYPES)]  # type: ignore[valid-type]  # the table is the list


class SectionTarget(Part):
    """A style rule for one section."""

    scope: Literal["sectionId"]
    section_id: Name


class StyleRule(Part):
    """A style rule; carried, not used by us. Its id is its own: no entry's."""

    id: Name
    label: str
    enabled: bool
    target: Annotated[EverywhereTarget | TypeTarget | SectionTarget, Field(discriminator="scope")]
    slots: Annotated[dict[Slot, Style], Field(min_length=1)]


class Metadata(NoNullPart):
    """How the résumé looks, and the private notes, which are never shown."""

    template: Literal[
        "azurill",
        "bronzor",
        "chikorita",
        "ditgar",
        "ditto",
        "gengar",
        "glalie",
        "kakuna",
        "lapras",
        "leafish",
        "meowth",
        "onyx",
        "pikachu",
        "rhyhorn",
        "scizor",
    ]
    layout: Layout
    page: Page
    design: Design
    typography: Typography
    notes: str
    style_rules: list[StyleRule]
    stylesheet: Stylesheet | None = None
