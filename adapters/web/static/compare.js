// Two versions compared: which two, and every line that differs, the older on the left, the newer on the right.

import { sideText } from "./difference.js";
import { freshId, h, icon, unseen } from "./dom.js";
import { here } from "./place.js";
import { word } from "./words.js";

const PATIENCE = 15000; // milliseconds
const LONGEST = 60; // characters of what a version is called in the two lists

// `redraw()` is called when something else is to be shown. Gives {drawForm(view), drawResult(), isOpen(), close()}.
export function createComparison(redraw) {
  let chosen = null; // [version, version] as they stand in the two lists; null: the last two
  let shown = null; // {older, newer, lines} or {trouble}

  async function compare(pair) {
    chosen = pair;
    const [older, newer] = pair.toSorted((one, other) => one - other);
    const own = shown = older === newer ? { trouble: "sameVersion" } : { older, newer, lines: null };
    redraw();
    if (own.trouble) return;
    const found = await fetchLines(older, newer);
    if (own !== shown) return; // others were chosen, or it was closed
    shown = found ? { older, newer, lines: found } : { trouble: "noComparison" };
    redraw();
    document.querySelector("#history .comparison")?.focus({ preventScroll: true });
  }

  function drawForm(view) {
    if (view.version < 2) return null;
    const pair = chosen ?? [view.version - 1, view.version];
    const lists = pair.map((number, index) => versionList(view, number, index, (value) => {
      chosen = pair.with(index, value);
    }));
    const form = h("form", { class: "compare" },
      lists.map((list, index) => h("label", { for: list.id }, word(index ? "compareWith" : "compareOne"), list)),
      h("button", { type: "submit", class: "button", "data-key": "compare" }, word("compare")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      compare(lists.map((list) => Number(list.value)));
    });
    return form;
  }

  function close() {
    chosen = shown = null;
  }

  return { drawForm, drawResult: () => drawResult(shown), isOpen: () => shown !== null, close };
}

function versionList(view, number, index, hear) {
  const known = new Map(view.history.map((version) => [version.number, version.what]));
  const options = Array.from({ length: view.version }, (_, step) => view.version - step).map((each) => {
    const what = known.get(each) ?? "";
    const name = what.length > LONGEST ? `${what.slice(0, LONGEST)}…` : what;
    return h("option", { value: each }, [word("version", { number: each }), name].filter(Boolean).join(" · "));
  });
  const list = h("select", { id: freshId("version"), "data-key": `compare ${index}` }, options);
  list.value = String(number);
  list.addEventListener("change", () => hear(Number(list.value)));
  return list;
}

function drawResult(shown) {
  const { older, newer, lines } = shown;
  if (shown.trouble) return h("p", { class: "empty", role: "status" }, word(shown.trouble));
  const name = word("compared", { older, newer });
  return h("div", { class: "comparison", tabindex: "-1", role: "region", "aria-label": name, "aria-busy": String(lines === null) },
    h("div", { class: "sides", "aria-hidden": "true" },
      h("h3", {}, word("version", { number: older })), h("h3", {}, word("version", { number: newer }))),
    lines?.length === 0 ? h("p", { class: "empty" }, word("noDifference")) : null,
    lines?.length ? h("ol", { class: "pairs" }, lines.map((line) => drawPair(line, older, newer))) : null);
}

function drawPair(line, older, newer) {
  return h("li", { class: "pair" },
    h("p", { class: "where" }, line.where),
    drawSide(line, "out", older),
    drawSide(line, "in", newer),
    line.note ? h("p", { class: "line-note" }, icon("note"), line.note) : null);
}

function drawSide(line, mark, number) {
  const text = sideText(line.spans, mark);
  return h("div", { class: `difference side is-${mark}` },
    h("span", { class: "side-name" }, word("version", { number }), unseen(":")),
    text.length ? h("span", {}, text) : h("span", { class: "nothing" }, word("nothing")));
}

async function fetchLines(older, newer) {
  try {
    const response = await fetch(here("/compare", { older, newer }), { signal: AbortSignal.timeout(PATIENCE) });
    return response.ok ? (await response.json()).lines : null;
  } catch {
    return null;
  }
}
