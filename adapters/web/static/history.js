// The history: every version with what, who and when, what it changed, and its buttons.

import { buttonRow } from "./buttons.js";
import { differenceLines } from "./difference.js";
import { h, icon } from "./dom.js";
import { moment, word } from "./words.js";

const place = () => document.getElementById("history");
const openVersions = new Set();

let current = { view: null, post: null };

export function updateHistory(view, post) {
  current = { view, post };
  if (!place().hidden) draw();
}

export function openHistory() {
  draw();
  place().hidden = false;
  place().querySelector(".close").focus();
}

export function closeHistory() {
  if (place().hidden) return;
  place().hidden = true;
  document.querySelector('#resume [data-key="history"]')?.focus();
}

export function listenForEscape() {
  place().addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) closeHistory();
  });
}

function draw() {
  const { view, post } = current;
  const top = place().querySelector(".versions")?.scrollTop ?? 0;
  const focus = place().querySelector(":focus")?.dataset.key;
  const versions = view?.history ?? [];
  place().replaceChildren(
    h("header", { class: "bar" },
      h("h2", {}, word("history")),
      h("button", { type: "button", class: "icon close", "data-key": "close", "aria-label": word("close"), onclick: closeHistory }, icon("close"))),
    versions.length
      ? h("ol", { class: "versions" }, versions.map((version) => drawVersion(version, post, version.number === view.version)))
      : h("p", { class: "empty" }, word("noHistory")));
  const list = place().querySelector(".versions");
  if (list) list.scrollTop = top;
  if (focus) (place().querySelector(`[data-key="${CSS.escape(focus)}"]`) ?? place()).focus({ preventScroll: true });
}

function drawVersion(version, post, isCurrent) {
  const details = version.changes.length ? h("details", {}, h("summary", { "data-key": `changes ${version.number}` }, word("changes"))) : null;
  if (details) {
    const fill = () => { if (details.open && details.children.length === 1) details.append(differenceLines(version.changes)); };
    details.open = openVersions.has(version.number);
    fill();
    details.addEventListener("toggle", () => {
      if (details.open) openVersions.add(version.number);
      else openVersions.delete(version.number);
      fill(); // many versions with long changes are drawn only when looked at
    });
  }
  return h("li", { class: isCurrent ? "version is-current" : "version" },
    h("div", { class: "row" },
      h("h3", {}, word("version", { number: version.number })),
      isCurrent ? h("span", { class: "badge" }, word("current")) : null),
    h("p", { class: "what" }, version.what),
    h("p", { class: "when" }, version.who ? `${version.who} · ` : "", h("time", { datetime: version.at }, moment(version.at))),
    details,
    buttonRow(post, version.buttons));
}
