// The history: every version with what, who and when, what it changed, its buttons, and what came of a press.

import { buttonRow } from "./buttons.js";
import { createComparison } from "./compare.js";
import { differenceLines } from "./difference.js";
import { h, icon } from "./dom.js";
import { show } from "./views.js";
import { moment, word } from "./words.js";

const place = () => document.getElementById("history");
const openVersions = new Set();
const comparison = createComparison(draw);

let current = { view: null, post: null };
let told = null; // {version, text, tone}: the outcome of the last press

export function updateHistory(view, post) {
  if (view?.resume !== current.view?.resume) {
    told = null;
    openVersions.clear();
    comparison.close();
  }
  current = { view, post };
  if (!place().hidden) draw();
}

export function openHistory() {
  told = null;
  comparison.close();
  place().hidden = false;
  document.body.classList.add("has-drawer");
  draw();
  place().querySelector(".close").focus();
}

export function closeHistory() {
  if (place().hidden) return;
  place().hidden = true;
  document.body.classList.remove("has-drawer");
  document.getElementById("open-history").focus();
}

export function listenForEscape() {
  place().addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (comparison.isOpen()) closeComparison();
    else closeHistory();
  });
}

function closeComparison() {
  comparison.close();
  draw();
  place().querySelector('[data-key="compare"]')?.focus();
}

function draw() {
  const { view, post } = current;
  const top = place().querySelector(".versions")?.scrollTop ?? 0;
  const focus = place().querySelector(":focus")?.dataset.key;
  const versions = view?.history ?? [];
  place().classList.toggle("is-wide", comparison.isOpen());
  place().replaceChildren(
    h("header", { class: "bar" },
      comparison.isOpen() ? drawIcon("before", "back", "backToHistory", closeComparison) : null,
      h("h2", {}, word(comparison.isOpen() ? "comparison" : "history")),
      drawIcon("close", "close", "close", closeHistory)),
    view ? comparison.drawForm(view) ?? "" : "",
    versions.length ? drawBody(view, post) : h("p", { class: "empty" }, word("noHistory")));
  const list = place().querySelector(".versions");
  if (list) list.scrollTop = top;
  if (focus) (place().querySelector(`[data-key="${CSS.escape(focus)}"]`) ?? place()).focus({ preventScroll: true });
}

function drawIcon(name, key, label, pressed) {
  const attributes = { type: "button", class: `icon ${key}`, "data-key": key, "aria-label": word(label), title: word(label), onclick: pressed };
  return h("button", attributes, icon(name));
}

function drawBody(view, post) {
  if (comparison.isOpen()) return comparison.drawResult();
  return h("ol", { class: "versions" },
    h("li", { class: "hint" }, word("historyHint")),
    view.history.map((version) => drawVersion(version, post, version.number === view.version)));
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
    buttonRow(post, version.buttons, [], (outcome, lost) => hear(version.number, outcome, lost)),
    h("div", { role: "status" }, told?.version === version.number ? drawTold() : null));
}

// What came of the press is said where it was pressed; without a sentence it stands in the conversation.
function hear(version, outcome, lost) {
  const notice = outcome.ok ? outcome.notice : { text: outcome.text ?? word(lost), tone: "warning" };
  told = { version, text: notice?.text, tone: notice?.tone ?? "plain" };
  draw();
}

function drawTold() {
  const isWarning = told.tone === "warning";
  return h("p", { class: `told is-${told.tone}` }, icon(isWarning ? "warning" : "approved"),
    h("span", {}, told.text ?? word("inTalk")),
    told.text ? null : h("button", { type: "button", class: "link", "data-key": "to talk", onclick: toTalk }, word("toTalk")));
}

function toTalk() {
  closeHistory();
  show("talk");
  const scroll = document.getElementById("scroll");
  scroll.scrollTop = scroll.scrollHeight;
  scroll.focus({ preventScroll: true });
}
