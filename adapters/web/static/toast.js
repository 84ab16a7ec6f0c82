// Notices: a line at the edge that goes away by itself.

import { h, icon } from "./dom.js";
import { word } from "./words.js";

const SHOWN = { plain: 6000, warning: 11000 }; // milliseconds
const MOST = 4;

export function toast(notice) {
  if (!notice) return;
  const place = document.getElementById("toasts");
  const tone = notice.tone === "warning" ? "warning" : "plain";
  const close = h("button", { type: "button", class: "icon", "aria-label": word("dismiss"), onclick: () => line.remove() }, icon("close"));
  const line = h("div", { class: `toast is-${tone}` }, icon(tone === "warning" ? "warning" : "note"), h("p", {}, notice.text), close);
  let timer = 0;
  const start = () => { timer = setTimeout(() => line.remove(), SHOWN[tone]); };
  line.addEventListener("pointerenter", () => clearTimeout(timer));
  line.addEventListener("pointerleave", start);
  line.addEventListener("focusin", () => clearTimeout(timer));
  line.addEventListener("focusout", start);
  place.append(line);
  while (place.children.length > MOST) place.firstElementChild.remove();
  start();
}

export function warn(text) {
  toast({ text, tone: "warning" });
}

// Tells how a request went, if there is anything to tell; `lost` is the word for "it didn't get through".
export function tell(outcome, lost) {
  if (outcome.ok) toast(outcome.notice);
  else warn(outcome.text ?? word(lost));
}
