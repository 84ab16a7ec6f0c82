// One Post → one element, by the kind of its View.

import { buttonRow, pressable } from "./buttons.js";
import { drawBatch, drawCard } from "./card.js";
import { h, icon, unseen } from "./dom.js";
import { here } from "./place.js";
import { drawQuestion } from "./question.js";
import { word } from "./words.js";

const LONG = 1500; // characters
const TALL = 30; // lines

const DRAWERS = {
  said: (post, view) => h("div", { class: "said" }, unseen(`${word("youSaid")}: `), folding(view.text)),
  text: drawText,
  card: drawCard,
  batch: drawBatch,
  question: drawQuestion,
  working: drawWorking,
  list: drawList,
  file: drawFile,
};

export function drawPost(post, view) {
  const drawn = DRAWERS[view.kind](post, view);
  return h("div", { class: `post of-${view.kind}`, "data-post": post, tabindex: "-1" }, drawn);
}

function drawText(post, view) {
  return h("div", { class: `text by-${view.by}` },
    view.by === "assistant" ? null : icon("note"),
    h("div", { class: "words" }, folding(view.text), buttonRow(post, view.buttons)));
}

function drawWorking(post, view) {
  return h("div", { class: "working", "aria-live": "off" },
    h("p", { class: "headline" }, h("span", { class: "pulse" }), view.headline || word("working")),
    h("div", { class: "written" }, view.text),
    buttonRow(post, view.buttons));
}

function drawFile(post, view) {
  return h("div", { class: "list" },
    h("h3", {}, view.headline),
    h("a", { class: "button", href: here("/download", { post }), download: view.name }, icon("download"), view.name));
}

function drawList(post, view) {
  const isPaired = view.buttons.length === view.items.length;
  const items = view.items.map((text, index) =>
    h("li", {}, h("span", {}, text), isPaired ? pressable(post, view.buttons[index]) : null));
  return h("div", { class: "list" },
    h("h3", {}, view.headline),
    h("ul", { class: isPaired ? "items buttons" : "items" }, items),
    isPaired ? null : buttonRow(post, view.buttons));
}

// Text as it was written; a long one is folded to its start.
function folding(text) {
  const words = h("div", { class: "as-written" }, text);
  if (text.length <= LONG && text.split("\n").length <= TALL) return words;
  words.classList.add("is-folded");
  const toggle = h("button", { type: "button", class: "link", "aria-expanded": "false" }, word("showAll"));
  toggle.addEventListener("click", () => {
    const isFolded = words.classList.toggle("is-folded");
    toggle.textContent = word(isFolded ? "showAll" : "showLess");
    toggle.setAttribute("aria-expanded", String(!isFolded));
  });
  return [words, toggle];
}
