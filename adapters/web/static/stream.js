// What the page hears: the whole state first, then every change; a lost connection comes back by itself.

import { here } from "./place.js";

const SHORTEST = 400; // milliseconds
const LONGEST = 10000;
const HIDDEN_FOR = 300000; // a tab out of sight for five minutes gives its connection to the others

const EVENTS = ["state", "post", "fold", "progress", "notice", "talk"];

// Calls handlers[event](data), and handlers.line("connecting" | "open" | "reconnecting" | "locked").
// Gives {again}: let the old stream go and hear the whole state of the conversation that is open now.
export function listen(handlers) {
  let source = null;
  let wait = SHORTEST;
  let timer = 0;
  let hiding = 0;
  let isAsleep = false;

  function open() {
    clearTimeout(timer);
    isAsleep = false;
    source?.close();
    const own = new EventSource(here("/events"));
    source = own;
    for (const name of EVENTS) {
      own.addEventListener(name, (event) => {
        if (own !== source) return;
        if (name === "state") {
          wait = SHORTEST;
          handlers.line("open");
        }
        handlers[name](JSON.parse(event.data));
      });
    }
    own.onerror = () => own === source && retry();
  }

  async function retry() {
    source.close();
    source = null;
    handlers.line((await isLocked()) ? "locked" : "reconnecting");
    if (source !== null || isAsleep) return;
    clearTimeout(timer);
    timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST);
  }

  function sleep() {
    isAsleep = true;
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    hiding = document.hidden ? setTimeout(sleep, HIDDEN_FOR) : 0;
    if (!document.hidden && source === null) open();
  });
  addEventListener("online", () => source?.readyState !== EventSource.OPEN && open());
  open();
  return { again: open };
}

async function isLocked() {
  try {
    return (await fetch("/", { method: "HEAD", signal: AbortSignal.timeout(3000) })).status === 401;
  } catch {
    return false;
  }
}
