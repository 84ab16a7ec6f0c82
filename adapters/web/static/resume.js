// The résumé beside the conversation, set as text; what a new version changed is lit for a moment.

import { h, icon, unseen } from "./dom.js";
import { changes } from "./changes.js";
import { word } from "./words.js";

const BULLET = "• ";
const LIT = 6000; // milliseconds

let shown = null;
let fade = 0;

// Draws the résumé. `onHistory()` opens the history. Gives true when something was lit.
export function drawResume(view, onHistory) {
  const place = document.getElementById("resume");
  if (!view) {
    shown = null;
    place.replaceChildren(h("div", { class: "empty" }, h("h2", {}, word("noResume")), h("p", {}, word("noResumeText")),
      h("button", { type: "button", class: "button is-primary", onclick: () => document.getElementById("attach").click() }, word("attach"))));
    return false;
  }
  const lit = changes(shown, view);
  const top = place.querySelector(".sheet-scroll")?.scrollTop ?? 0;
  const hadFocus = place.querySelector(":focus")?.dataset.key;
  place.replaceChildren(bar(view, onHistory, lit), h("div", { class: "sheet-scroll", tabindex: "0", role: "group", "aria-label": view.title }, sheet(view, lit)));
  place.querySelector(".sheet-scroll").scrollTop = top;
  if (hadFocus) place.querySelector(`[data-key="${CSS.escape(hadFocus)}"]`)?.focus();
  shown = view;
  if (lit.size) lightUp(place);
  return lit.size > 0;
}

function lightUp(place) {
  clearTimeout(fade);
  place.querySelector(".sheet .is-lit")?.scrollIntoView({ block: "nearest" });
  fade = setTimeout(() => place.querySelectorAll(".is-lit").forEach((element) => element.classList.remove("is-lit")), LIT);
}

function bar(view, onHistory, lit) {
  return h("header", { class: "bar" },
    h("h2", {}, view.title),
    view.is_sample ? h("span", { class: "badge is-sample" }, word("sample")) : null,
    h("span", { class: `badge ${lit.size ? "is-lit" : ""}`, title: word("version", { number: view.version }) },
      unseen(word("version", { number: view.version })), h("span", { "aria-hidden": "true" }, word("versionShort", { number: view.version }))),
    h("button", { type: "button", class: "button is-quiet", "data-key": "history", onclick: onHistory }, icon("history"), word("history")),
    h("a", { class: "button is-quiet", "data-key": "export", href: "/export", download: "", title: word("exportHint") }, icon("download"), word("exportFile")),
    h("span", { class: "unseen", role: "status" }, lit.size ? word("changedIn", { number: view.version }) : ""));
}

function sheet(view, lit) {
  const mark = (name) => (lit.has(name) ? "is-lit" : null);
  return h("article", { class: "sheet" },
    h("header", { class: "person" },
      h("h3", { class: mark("name") }, view.name),
      view.headline ? h("p", { class: `headline ${mark("headline") ?? ""}` }, view.headline) : null,
      view.contacts.length ? h("ul", { class: "contacts" }, view.contacts.map((text) => h("li", { class: mark(`contact ${text}`) }, text))) : null),
    view.sections.map((section) => h("section", { class: section.hidden ? "is-hidden" : null },
      h("h4", { class: mark(section.address) }, section.title, hiddenTag(section)),
      section.entries.map((entry) => drawEntry(entry, mark)))));
}

function drawEntry(entry, mark) {
  const hasHead = entry.title || entry.aside || entry.hidden;
  return h("div", { class: `entry ${entry.hidden ? "is-hidden" : ""}` },
    hasHead || entry.subtitle ? h("div", { class: `entry-head ${mark(`${entry.address} head`) ?? ""}` },
      h("div", { class: "row" }, h("h5", {}, entry.title, hiddenTag(entry)), entry.aside ? h("span", { class: "aside" }, entry.aside) : null),
      entry.subtitle ? h("p", { class: "subtitle" }, entry.subtitle) : null) : null,
    drawBlocks(entry, mark),
    entry.tags.length ? h("ul", { class: "tags" }, entry.tags.map((tag) => h("li", { class: mark(`${entry.address} tag ${tag}`) }, tag))) : null);
}

// Paragraphs; bullets that follow each other become one list.
function drawBlocks(entry, mark) {
  const drawn = [];
  let list = null;
  for (const block of entry.blocks) {
    const lit = mark(`${entry.address} block ${block}`);
    if (block.startsWith(BULLET)) {
      if (!list) drawn.push((list = h("ul", { class: "bullets" })));
      list.append(h("li", { class: lit }, block.slice(BULLET.length)));
    } else {
      list = null;
      drawn.push(h("p", { class: lit }, block));
    }
  }
  return drawn;
}

function hiddenTag(part) {
  return part.hidden ? h("span", { class: "badge is-hidden" }, word("hidden")) : null;
}
