// Before and after, word by word: taken out is struck through, brought in is underlined, both besides colour.

import { h, unseen } from "./dom.js";
import { word } from "./words.js";

const LONG = 1500; // characters; past it the text scrolls in its own box

export function differenceLines(lines) {
  return h("ol", { class: "lines" }, lines.map(differenceLine));
}

// One side of a line: what was (`mark` "out") or what is now ("in").
export function sideText(spans, mark) {
  return spans.filter((span) => span.mark === "same" || span.mark === mark).flatMap(spanText);
}

function differenceLine(line) {
  const size = line.spans.reduce((sum, span) => sum + span.text.length, 0);
  const isLong = size > LONG;
  const text = h("div", {
    class: isLong ? "difference is-long" : "difference",
    tabindex: isLong ? "0" : null,
    role: isLong ? "group" : null,
    "aria-label": isLong ? line.where : null,
  }, line.spans.flatMap(spanText), line.cut ? h("span", { class: "cut" }, "… ", unseen(word("cut"))) : null);
  return h("li", { class: `line is-${sign(line.spans)}` },
    h("p", { class: "where" }, line.where, line.is_new ? h("span", { class: "fresh" }, word("fresh")) : null),
    size || line.cut ? text : null,
    line.note ? h("p", { class: "line-note" }, line.note) : null);
}

// The spaces around a changed word stay outside its mark, unless they are all that changed.
function spanText(span) {
  const [, before, text, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(span.text);
  if (span.mark === "same") return span.text;
  const [tag, name] = span.mark === "in" ? ["ins", "added"] : ["del", "removed"];
  return text ? [before, h(tag, {}, unseen(word(name)), text), after] : h(tag, {}, unseen(word(name)), span.text);
}

function sign(spans) {
  if (spans.length && spans.every((span) => span.mark === "in")) return "in";
  if (spans.length && spans.every((span) => span.mark === "out")) return "out";
  return "both";
}
