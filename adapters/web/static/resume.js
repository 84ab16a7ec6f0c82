// The résumé beside the conversation, as text or as a picture; what a new version changed is lit for a moment.

import { changes } from "./changes.js";
import { listenForExports, listenForTitles } from "./resumemenus.js";
import { recall, remember } from "./memory.js";
import { createPicture } from "./picture.js";
import { drawSheet } from "./sheet.js";
import { word } from "./words.js";

const LIT = 6000; // milliseconds
const CHOSEN = "resume shown as"; // the name under which the browser remembers it
const EMPTY_AFTER = 900; // milliseconds: the résumé of a new conversation is already on its way

const at = (id) => document.getElementById(id);

// Gives {draw(view), clear(), settle()}; `onHistory()` opens the history. `draw` gives true when something
// was lit; `settle` tells that something else was drawn just now, so the picture waits a little longer.
export function createResume(onHistory) {
  const picture = createPicture();
  let shown = null;
  let fade = 0;
  let emptyTimer = 0;

  function choose(way) {
    remember("localStorage", CHOSEN, way);
    at("as-text").setAttribute("aria-pressed", String(way !== "picture"));
    at("as-picture").setAttribute("aria-pressed", String(way === "picture"));
    showParts();
  }

  function showParts() {
    const isPicture = at("as-picture").getAttribute("aria-pressed") === "true";
    at("bar").hidden = shown === null;
    at("text").hidden = shown === null || isPicture;
    at("picture").hidden = shown === null || !isPicture;
  }

  function draw(view) {
    clearTimeout(emptyTimer);
    if (view === null) {
      if (at("no-resume").hidden) emptyTimer = setTimeout(() => { at("no-resume").hidden = false; }, shown ? 0 : EMPTY_AFTER);
      clear();
      return false;
    }
    const lit = changes(shown, view);
    shown = view;
    at("no-resume").hidden = true;
    drawBar(view, lit);
    const top = at("text").scrollTop;
    at("text").setAttribute("aria-label", view.title);
    at("text").replaceChildren(drawSheet(view, lit));
    showParts();
    at("text").scrollTop = top;
    if (lit.size) lightUp();
    picture.want(view);
    return lit.size > 0;
  }

  function clear() {
    shown = null;
    at("text").replaceChildren();
    picture.want(null);
    showParts();
  }

  function lightUp() {
    clearTimeout(fade);
    at("text").querySelector(".is-lit")?.scrollIntoView({ block: "nearest" });
    fade = setTimeout(() => at("resume").querySelectorAll(".is-lit").forEach((element) => element.classList.remove("is-lit")), LIT);
  }

  at("as-text").addEventListener("click", () => choose("text"));
  at("as-picture").addEventListener("click", () => choose("picture"));
  at("open-history").addEventListener("click", onHistory);
  at("no-resume").querySelector("button").addEventListener("click", () => at("attach").click());
  listenForExports();
  listenForTitles();
  choose(recall("localStorage", CHOSEN) === "picture" ? "picture" : "text");
  return { draw, clear, settle: picture.settle };
}

function drawBar(view, lit) {
  const number = view.version;
  at("titles").querySelector(".name").textContent = view.title;
  at("sample").hidden = !view.is_sample;
  at("version").title = word("version", { number });
  at("version").classList.toggle("is-lit", lit.size > 0);
  at("version").firstElementChild.textContent = word("version", { number });
  at("version").lastElementChild.textContent = word("versionShort", { number });
  at("updated").textContent = lit.size ? word("changedIn", { number }) : "";
}
