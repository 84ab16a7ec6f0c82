// Elements, made of text only: nothing here ever reads a string as markup.

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  attach: "M12 5v14M5 12h14",
  send: "M12 19V6M6 11.500 12 5.500l6 6",
  close: "M6 6l12 12M18 6 6 18",
  talks: "M4.500 5.500h15v10.500H11l-4.500 3.500V16h-2Z",
  down: "M8 10.500 12 14.500l4-4",
  before: "M14 6.500 8.500 12l5.500 5.500",
  after: "M10 6.500 15.500 12 10 17.500",
  list: "M9 7h10M9 12h10M9 17h10M5 7h.1M5 12h.1M5 17h.1",
  file: "M7 3.500h7l4 4v13H7ZM14 3.500v4h4",
  history: "M4.500 12a7.500 7.500 0 1 0 2.400-5.500M4.500 4.500v3.200h3.200M12 8v4.300l2.800 1.700",
  download: "M12 5v10M7.500 11 12 15.500 16.500 11M5 19h14",
  pending: "M12 7v5.200l3.200 1.900M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17Z",
  approved: "M5 12.800 10 17.500 19 7",
  rejected: "M7 7l10 10M17 7 7 17",
  superseded: "M5 8h11.500M13 4.500 16.500 8 13 11.500M19 16H7.500M11 12.500 7.500 16l3.500 3.500",
  expired: "M7 4h10M7 20h10M8 4c0 5 8 6.500 8 16M16 4c0 5-8 6.500-8 16",
  undone: "M9 5 4.500 9.500 9 14M5 9.500h9a5 5 0 0 1 0 10h-3",
  out_of_date: "M12 4.500 3.500 19h17L12 4.500ZM12 10v4.200M12 16.600v.1",
  warning: "M12 4.500 3.500 19h17L12 4.500ZM12 10v4.200M12 16.600v.1",
  note: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM12 11v5M12 8v.1",
};

// h("p", {class: "note", onclick: f}, "text", child, null): an element with its attributes and children.
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "mark", "aria-hidden": "true" })) {
    svg.setAttribute(key, value);
  }
  path.setAttribute("d", ICONS[name] ?? ICONS.note);
  svg.append(path);
  return svg;
}

// Text that only a screen reader tells.
export function unseen(text) {
  return h("span", { class: "unseen" }, text);
}

let count = 0;

// An id for an element that another one names.
export function freshId(prefix) {
  count += 1;
  return `${prefix}-${count}`;
}
