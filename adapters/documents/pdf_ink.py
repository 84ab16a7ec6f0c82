"""What a reader of a PDF page can see of its text: the drawing state, followed operator by operator."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Any, Final, TypeAlias

Object: TypeAlias = Any
"""An object of a PDF, of whatever kind the file says."""
Matrix: TypeAlias = tuple[float, float, float, float, float, float]
Color: TypeAlias = tuple[float, ...] | None
"""Red, green and blue from 0 to 1; None where it can't be told (a pattern, a picture)."""
Box: TypeAlias = tuple[float, float, float, float]

IDENTITY: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
MIN_SIZE: Final = 2.0
"""Points; what is smaller nobody reads."""

_BLACK: Final = (0.0, 0.0, 0.0)
_WHITE: Final = (1.0, 1.0, 1.0)
_ALIKE: Final = 0.06
"""How far two colours may differ in any part and still look the same."""
_INVISIBLE: Final = (3, 7)
_FILLS: Final = frozenset({b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"})
_ENDS: Final = frozenset({b"n", b"S", b"s"})
_COLORS: Final = frozenset({b"g", b"rg", b"k", b"sc", b"scn"})
_TINTS: Final = frozenset({"/Separation", "/DeviceN", "/Indexed", "/Lab", "/Pattern"})
_POINTS: Final = frozenset({b"m", b"l", b"c", b"v", b"y"})


def times(left: Sequence[float], right: Sequence[float]) -> Matrix:
    """`left`, then `right`, as PDF multiplies matrices (ISO 32000-1, 8.3.4)."""
    a, b, c, d, e, f = left
    g, h, i, j, k, m = right
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


@dataclass(frozen=True, slots=True)
class State:
    """The part of the graphics state that decides whether text is seen."""

    matrix: Matrix = IDENTITY
    color: Color = _BLACK
    is_tint: bool = False
    """Whether colours are given as an amount of an ink, of which we don't know how it looks."""
    mode: int = 0
    size: float = 12.0
    opacity: float = 1.0


@dataclass(slots=True)
class Ink:
    """Follows one page (`box` is what of it is shown) and says of each text whether it can be seen.

    `resources` are the page's; forms bring their own.
    """

    box: Box
    resources: Any
    state: State = field(default_factory=State)
    _saved: list[State] = field(default_factory=list)
    _forms: list[tuple[State, int, Any]] = field(default_factory=list)
    _path: list[tuple[float, float]] = field(default_factory=list)
    _painted: list[tuple[Box, Color]] = field(default_factory=list)

    @property
    def base(self) -> Matrix:
        """The matrix of the form that is being drawn; of the page, where none is."""
        return self._forms[-1][0].matrix if self._forms else IDENTITY

    def follow(self, operator: bytes, operands: Sequence[Any]) -> None:
        """Takes in one operator, before it is drawn."""
        match operator:
            case b"q":
                self._saved.append(self.state)
            case b"Q":
                self.state = self._saved.pop() if self._saved else self.state
            case b"cm":
                self.state = replace(self.state, matrix=times(_numbers(operands, 6), self.state.matrix))
            case b"Tr":
                self.state = replace(self.state, mode=int(_numbers(operands, 1)[0]))
            case b"Tf":
                self.state = replace(self.state, size=float(operands[1]))
            case b"gs":
                self._set_opacity(operands[0])
            case b"cs":
                self._set_space(operands[0])
            case b"re":
                x, y, width, height = _numbers(operands, 4)
                self._path += [(x, y), (x + width, y + height)]
            case b"Do":
                self._begin_form(operands[0])
            case _:
                self._follow_more(operator, operands)

    def leave(self, operator: bytes) -> None:
        """Takes note that an operator was drawn."""
        if operator == b"Do" and self._forms:
            self.state, saved, self.resources = self._forms.pop()
            del self._saved[saved:]

    def is_seen(self, text_matrix: Sequence[float]) -> bool:
        """Whether text that begins where this matrix says can be seen."""
        matrix = times(text_matrix, self.state.matrix)
        x, y = matrix[4], matrix[5]
        left, bottom, right, top = self.box
        if abs(self.state.size) * hypot(matrix[2], matrix[3]) < MIN_SIZE or self.state.opacity < _ALIKE:
            return False
        if not (left - 1 <= x <= right + 1 and bottom - 1 <= y <= top + 1):
            return False
        behind = self._behind(x, y + 1)
        if self.state.mode in _INVISIBLE:
            return behind is None  # a scan has its text unseen over the picture
        return self.state.color is None or behind is None or not _look_alike(self.state.color, behind)

    @property
    def is_text_layer(self) -> bool:
        """Whether text that was taken is the text layer of a scan."""
        return self.state.mode in _INVISIBLE

    def _follow_more(self, operator: bytes, operands: Sequence[Any]) -> None:
        if operator in _COLORS:
            is_tint = self.state.is_tint and operator in (b"sc", b"scn")
            self.state = replace(self.state, color=None if is_tint else _color(operands), is_tint=is_tint)
        elif operator in _POINTS:
            numbers = _numbers(operands, len(operands))
            self._path += list(zip(numbers[::2], numbers[1::2], strict=False))
        elif operator in _FILLS:
            self._paint(self._path, self.state.color)
            self._path = []
        elif operator in _ENDS:
            self._path = []
        elif operator == b"sh":
            self._painted.append((self.box, None))
        elif operator == b"INLINE IMAGE":
            self._paint_picture()

    def _begin_form(self, name: str) -> None:
        found = _find(self.resources, "/XObject", name)
        if found is not None and found.get("/Subtype") == "/Image":
            self._paint_picture()
        self._forms.append((self.state, len(self._saved), self.resources))
        if found is not None and found.get("/Resources") is not None:
            self.resources = found["/Resources"].get_object()

    def _paint_picture(self) -> None:
        self._paint([(0, 0), (0, 1), (1, 0), (1, 1)], None)

    def _paint(self, points: Sequence[tuple[float, float]], color: Color) -> None:
        if points:
            placed = [times((1, 0, 0, 1, x, y), self.state.matrix)[4:] for x, y in points]
            xs, ys = [x for x, _ in placed], [y for _, y in placed]
            self._painted.append(((min(xs), min(ys), max(xs), max(ys)), color))

    def _behind(self, x: float, y: float) -> Color:
        """The colour that was painted last at a point; paper is white."""
        for (left, bottom, right, top), color in reversed(self._painted):
            if left <= x <= right and bottom <= y <= top:
                return color
        return _WHITE

    def _set_space(self, name: str) -> None:
        space = _find(self.resources, "/ColorSpace", name)
        kind = space[0] if isinstance(space, list) and space else name
        is_tint = kind in _TINTS
        self.state = replace(self.state, color=None if is_tint else _BLACK, is_tint=is_tint)

    def _set_opacity(self, name: str) -> None:
        found = _find(self.resources, "/ExtGState", name)
        opacity = found.get("/ca") if found is not None else None
        if isinstance(opacity, int | float):
            self.state = replace(self.state, opacity=float(opacity))


def _find(resources: Object, kind: str, name: str) -> Object:
    """A resource of a page or form; None where it is not there."""
    named = resources.get(kind) if resources is not None else None
    found = named.get_object().get(name) if named is not None else None
    return found.get_object() if found is not None else None


def _numbers(operands: Sequence[Any], count: int) -> tuple[float, ...]:
    numbers = [float(operand) if isinstance(operand, int | float) else 0.0 for operand in operands[:count]]
    return (*numbers, *[0.0] * (count - len(numbers)))


def _color(operands: Sequence[Any]) -> Color:
    """Operands of a colour operator as red, green and blue; their number tells the colour space."""
    if not operands or not all(isinstance(operand, int | float) for operand in operands):
        return None
    parts = [float(operand) for operand in operands]
    if len(parts) == 1:
        return (parts[0],) * 3
    if len(parts) == 4:
        return tuple((1 - part) * (1 - parts[3]) for part in parts[:3])
    return tuple(parts) if len(parts) == 3 else None


def _look_alike(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(abs(left - right) < _ALIKE for left, right in zip(one, other, strict=True))
