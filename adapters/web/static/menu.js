// A menu: a button that opens a short list beneath it. Escape, a choice, or a press elsewhere closes it.

import { h, icon } from "./dom.js";

// `fill()` gives what stands in the list each time it is drawn. Gives {draw, close}.
export function createMenu(root, fill) {
  const opener = root.querySelector(".opener");
  const popup = root.querySelector(".popup");
  opener.append(icon("down"));

  const items = () => [...popup.querySelectorAll("button, a, input")];

  function draw() {
    if (popup.hidden) return;
    const focused = items().find((item) => item === document.activeElement);
    popup.replaceChildren(...[fill()].flat());
    if (focused) (items().find((item) => item.textContent === focused.textContent) ?? items()[0])?.focus();
  }

  function open() {
    popup.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    popup.replaceChildren(...[fill()].flat());
    items()[0]?.focus();
  }

  function close(givesFocus = true) {
    if (popup.hidden) return;
    popup.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    popup.replaceChildren();
    if (givesFocus) opener.focus();
  }

  function step(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key === "Escape" && !popup.hidden) {
      event.preventDefault();
      close();
    } else if (event.key in steps && !popup.hidden && !event.target.matches("input")) {
      event.preventDefault();
      const all = items();
      all.at((all.indexOf(document.activeElement) + steps[event.key]) % all.length)?.focus();
    }
  }

  opener.addEventListener("click", () => (popup.hidden ? open() : close()));
  root.addEventListener("keydown", step);
  root.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !root.contains(event.relatedTarget)) close(false);
  });
  document.addEventListener("pointerdown", (event) => { if (!root.contains(event.target)) close(false); });
  return { draw, close };
}

// One thing to choose.
export function choice(label, mark, chosen, isCurrent = false) {
  return h("button", { type: "button", class: "item", "aria-current": isCurrent ? "true" : null, onclick: chosen },
    mark ? icon(mark) : h("span", { class: "mark" }), h("span", {}, label));
}

export function divider() {
  return h("hr");
}
