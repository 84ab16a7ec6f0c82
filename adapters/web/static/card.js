// Cards: a proposal with its before and after, and the header of several that came together.

import { buttonRow } from "./buttons.js";
import { differenceLines } from "./difference.js";
import { freshId, h, icon, unseen } from "./dom.js";
import { word } from "./words.js";

const FOLDED = new Set(["rejected", "superseded", "expired"]);

export function drawCard(post, view) {
  const title = freshId("card");
  const change = view.lines.length ? differenceLines(view.lines) : null;
  return h("article", { class: `card is-${view.state}`, "aria-labelledby": title },
    h("header", {},
      h("h3", { id: title }, view.headline),
      h("p", { class: "state" }, icon(view.state), h("span", {}, view.status || word(view.state)))),
    view.summary ? h("p", { class: "summary" }, view.summary) : null,
    remarks(view.warnings, "warning"),
    FOLDED.has(view.state) && change ? h("details", {}, h("summary", {}, word("showChange")), change) : change,
    view.more ? h("p", { class: "more" }, view.more) : null,
    remarks(view.notes, "note"),
    buttonRow(post, view.buttons, view.lines));
}

export function drawBatch(post, view) {
  const title = freshId("batch");
  return h("article", { class: "batch", "aria-labelledby": title },
    h("h3", { id: title }, view.headline),
    h("ol", { class: "titles" }, view.titles.map((text) => h("li", {}, text))),
    view.status ? h("p", { class: "status" }, view.status) : null,
    buttonRow(post, view.buttons));
}

function remarks(texts, kind) {
  if (!texts.length) return null;
  return h("ul", { class: `remarks is-${kind}` },
    texts.map((text) => h("li", {}, icon(kind), h("span", {}, unseen(word(kind)), text))));
}
