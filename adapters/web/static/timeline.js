// The conversation's Posts, in order. A change is drawn in place; what the person was at stays with them.

import { drawPost } from "./posts.js";

const NEAR = 120; // pixels from the end that count as being at the end

// `hears.home(view, post)` gets the résumé (null: none), `hears.said(text)` what the person said,
// `hears.news()` that something new came.
export function createTimeline(hears) {
  const place = document.getElementById("posts");
  const scroll = document.getElementById("scroll");
  const newer = document.getElementById("newer");
  const homes = new Map();
  const drawn = new WeakMap(); // element -> what it was drawn from
  let written = "";
  let isFirst = true;

  const elementOf = (post) => place.querySelector(`:scope > [data-post="${post}"]`);
  const isAtEnd = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR;

  function toEnd() {
    scroll.scrollTop = scroll.scrollHeight;
    newer.hidden = true;
  }

  function put(post, view) {
    const before = elementOf(post);
    const element = fresh(post, view);
    if (before) replace(before, element);
    else place.append(element);
    return before === null;
  }

  function showHome() {
    const [post, view] = [...homes].at(-1) ?? [null, null];
    hears.home(view, post);
  }

  function paintWritten() {
    const working = [...place.querySelectorAll(".working .written")].at(-1);
    if (!working) written = "";
    else if (written) working.textContent = written;
  }

  // Draws with the view kept at the end if it was there, and marks that there is more below if not.
  function keepingPlace(draw) {
    const wasAtEnd = isAtEnd();
    const isNew = draw();
    paintWritten();
    if (wasAtEnd) toEnd();
    else if (isNew) newer.hidden = false;
  }

  function state(posts) {
    homes.clear();
    const focus = focusOf(place);
    const top = scroll.scrollTop;
    const wasAtEnd = isFirst || isAtEnd();
    place.setAttribute("aria-busy", "true");
    arrange(posts.filter(({ id, view }) => {
      if (view.kind === "home") homes.set(id, view);
      return view.kind !== "home";
    }));
    place.removeAttribute("aria-busy");
    showHome();
    paintWritten();
    if (wasAtEnd) toEnd();
    else scroll.scrollTop = top;
    isFirst = false;
    if (focus && !place.contains(document.activeElement)) refocus(elementOf(focus.post), focus);
  }

  // These posts in this order, and no other; what is as it was drawn stays untouched.
  function arrange(posts) {
    const elements = posts.map(({ id, view }) => {
      const before = elementOf(id);
      return before && drawn.get(before) === textOf(view) ? before : fresh(id, view);
    });
    const staying = new Set(elements);
    for (const element of [...place.children]) if (!staying.has(element)) element.remove();
    elements.forEach((element, index) => {
      if (place.children[index] !== element) place.insertBefore(element, place.children[index] ?? null);
    });
  }

  function fresh(post, view) {
    const element = drawPost(post, view);
    drawn.set(element, textOf(view));
    return element;
  }

  // Another conversation is open: nothing of this one stays.
  function clear() {
    homes.clear();
    place.replaceChildren();
    newer.hidden = true;
    written = "";
    isFirst = true;
  }

  function post({ id, view }) {
    if (view.kind === "home") {
      homes.delete(id);
      homes.set(id, view);
      showHome();
      return;
    }
    keepingPlace(() => {
      const isNew = put(id, view);
      if (isNew && view.kind === "said") hears.said(view.text);
      else if (isNew) hears.news();
      return isNew;
    });
  }

  function fold({ id }) {
    if (homes.delete(id)) showHome();
    keepingPlace(() => elementOf(id)?.remove());
  }

  function progress({ text }) {
    written = text;
    keepingPlace(() => false);
  }

  newer.addEventListener("click", toEnd);
  scroll.addEventListener("scroll", () => { if (isAtEnd()) newer.hidden = true; }, { passive: true });
  // A field that grows, or a keyboard that opens, must not push the end out of sight.
  let height = scroll.clientHeight;
  new ResizeObserver(() => {
    if (scroll.scrollHeight - scroll.scrollTop - height < NEAR) toEnd();
    height = scroll.clientHeight;
  }).observe(scroll);
  return { state, post, fold, progress, clear, toEnd, isEmpty: () => !place.children.length };
}

// Two views with the same text look the same in one language.
function textOf(view) {
  return document.documentElement.lang + JSON.stringify(view);
}

function replace(before, element) {
  const focus = focusOf(before);
  const wasOpen = [...before.querySelectorAll("details")].map((details) => details.open);
  [...element.querySelectorAll("details")].forEach((details, index) => { details.open = wasOpen[index] ?? false; });
  before.replaceWith(element);
  if (focus) refocus(element, focus);
}

// Where in a post the keyboard is: the post, the control's key, and the selection in a text.
function focusOf(place) {
  const active = document.activeElement;
  const owner = active?.closest("[data-post]");
  if (!owner || !(place.contains(owner) || place === owner)) return null;
  const hasText = active.matches("textarea, input[type=text], input[type=url]");
  const selection = hasText ? [active.selectionStart, active.selectionEnd] : null;
  return { post: owner.dataset.post, key: active.dataset.key, selection };
}

// The same control again if it is still there, else the post itself; never the top of the page.
function refocus(element, focus) {
  queueMicrotask(() => {
    const same = focus.key && element?.querySelector(`[data-key="${CSS.escape(focus.key)}"]`);
    const target = same || element;
    target?.focus({ preventScroll: true });
    if (same && focus.selection) same.setSelectionRange(...focus.selection);
  });
}
