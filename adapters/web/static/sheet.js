// The résumé set as text, like a sheet of paper.

import { h } from "./dom.js";
import { word } from "./words.js";

const BULLET = "• ";

// `lit` holds the names of the parts to light.
export function drawSheet(view, lit) {
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
