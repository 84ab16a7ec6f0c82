// The résumé as pictures of its pages: only the newest version's, and only after everything else was drawn.

import { fetchPages } from "./pages.js";
import { h } from "./dom.js";
import { drawMarks, findMarks } from "./marks.js";
import { word } from "./words.js";

const QUIET = 150; // milliseconds without anything else to draw before a picture is asked for
const LATEST = 1200; // milliseconds; then it is asked for all the same
const RETRIES = [1500, 5000, 15000]; // milliseconds

const at = (id) => document.getElementById(id);

// Gives {want(view), settle()}: the résumé to show (null: none), and that something else was drawn just now.
export function createPicture() {
  let wanted = null; // {resume, version, title}
  let shown = null; // {resume, version, pages, changed, since, marks}
  let page = 0;
  let loading = null;
  let failures = 0;
  let isSeen = false;
  let timer = 0;
  let retry = 0;
  let latest = 0;

  const isStale = () => wanted !== null && (shown?.resume !== wanted.resume || shown.version !== wanted.version);

  function want(view) {
    const isSame = wanted !== null && view !== null && wanted.resume === view.resume && wanted.version === view.version;
    wanted = view && { resume: view.resume, version: view.version, title: view.title };
    if (!isSame) {
      forgetLoading();
      if (shown?.resume !== wanted?.resume) shown = null;
      plan();
    }
    draw();
  }

  function forgetLoading() {
    loading?.abort();
    loading = null;
    failures = 0;
    clearTimeout(timer);
    clearTimeout(retry);
    timer = retry = 0;
  }

  function plan() {
    if (!isStale() || !isSeen || loading || retry) return;
    const now = performance.now();
    if (!timer) latest = now + LATEST;
    clearTimeout(timer);
    timer = setTimeout(load, Math.max(0, Math.min(QUIET, latest - now)));
  }

  async function load() {
    timer = retry = 0;
    const own = loading = new AbortController();
    const { resume, version } = wanted;
    let pages;
    try {
      pages = await fetchPages(version, own.signal);
    } catch {
      if (own === loading) fail();
      return;
    }
    if (own !== loading) return; // a newer one is asked for
    loading = null;
    failures = 0;
    take({ resume, version, pages });
  }

  function fail() {
    loading = null;
    if (failures < RETRIES.length) retry = setTimeout(load, RETRIES[failures]);
    failures += 1;
    draw();
  }

  // The browser itself compares: a page is changed when its picture is not the one of before.
  function take(fresh) {
    const before = shown;
    const changed = before === null ? [] : [...fresh.pages.keys()].filter((index) => fresh.pages[index] !== before.pages[index]);
    const own = shown = { ...fresh, changed: new Set(changed), since: before?.version ?? null, marks: [] };
    const [first] = shown.changed;
    turn(first ?? Math.min(page, fresh.pages.length - 1));
    if (!changed.length) return;
    findMarks(before.pages, fresh.pages).then((marks) => {
      own.marks = marks;
      if (own === shown) draw();
    }, () => {}); // without them the page is marked as a whole
  }

  function turn(to) {
    if (to !== page) at("leaf").scrollTop = 0;
    page = to;
    draw();
  }

  function turnBy(step) {
    const to = page + step;
    if (shown && to >= 0 && to < shown.pages.length) turn(to);
  }

  function draw() {
    const isWaiting = isStale();
    at("picture").setAttribute("aria-busy", String(isWaiting));
    at("leaf").classList.toggle("is-waiting", isWaiting);
    drawLeaf();
    at("trouble").hidden = failures === 0;
    at("trouble").firstElementChild.textContent = failures ? word("noPicture") : "";
    drawPager();
  }

  function drawLeaf() {
    if (!shown) {
      page = 0;
      at("leaf").replaceChildren(h("p", { class: "blank" }, failures ? "" : word("drawing")));
      return;
    }
    const image = at("leaf").querySelector("img") ?? h("img", { class: "leaf" });
    image.alt = word("page", { page: page + 1, count: shown.pages.length, title: wanted.title, version: shown.version });
    if (image.getAttribute("src") !== shown.pages[page]) image.src = shown.pages[page];
    const frame = image.parentElement ?? h("div", { class: "frame" }, image);
    if (!frame.isConnected) at("leaf").replaceChildren(frame);
    frame.querySelector(".marks")?.remove();
    if (shown.marks[page]) frame.append(drawMarks(shown.marks[page]));
  }

  function drawPager() {
    const count = shown?.pages.length ?? 0;
    at("pager").hidden = count < 2 && !shown?.changed.size;
    if (at("pager").hidden) return;
    at("pager").classList.toggle("is-single", count === 1);
    const isChanged = shown.changed.has(page);
    const there = [...shown.changed];
    at("page-number").textContent = word("pageNumber", { page: page + 1, count });
    at("page-number").classList.toggle("is-changed", isChanged);
    drawArrow("page-before", "pageBefore", page === 0, there.some((index) => index < page));
    drawArrow("page-after", "pageAfter", page === count - 1, there.some((index) => index > page));
    const isNext = shown.since === shown.version - 1;
    const words = isNext ? word("pageChanged", { number: shown.version }) : word("pageChangedSince", { number: shown.since });
    at("page-changed").textContent = isChanged ? words : "";
  }

  function onKey(event) {
    const steps = { ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1 };
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    turnBy(steps[event.key]);
  }

  at("page-before").addEventListener("click", () => turnBy(-1));
  at("page-after").addEventListener("click", () => turnBy(1));
  at("picture").addEventListener("keydown", onKey);
  at("trouble").querySelector("button").addEventListener("click", () => {
    clearTimeout(retry);
    if (!loading && wanted) load();
  });
  new IntersectionObserver(([entry]) => {
    isSeen = entry.isIntersecting;
    plan();
  }).observe(at("picture"));
  return { want, settle: () => { if (timer) plan(); } };
}

// A dot on an arrow: something changed that way.
function drawArrow(id, name, isEnd, isChanged) {
  const button = at(id);
  const label = isChanged ? word("changedThere", { name: word(name) }) : word(name);
  button.setAttribute("aria-label", label);
  button.title = label;
  // Not `disabled`: the keyboard would lose its place at the last page.
  button.setAttribute("aria-disabled", String(isEnd));
  button.classList.toggle("is-changed", isChanged);
}
