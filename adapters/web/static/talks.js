// The conversations: which one is open, the others to choose from, and a new one.

import { recall, remember } from "./memory.js";
import { choice, createMenu, divider } from "./menu.js";
import { conversation, FIRST, freshChannel, goTo } from "./place.js";
import { word } from "./words.js";

const NEWEST = "newest conversation"; // the name under which the browser remembers it

// Gives {known(list), began(talk), draw()}.
export function createTalks() {
  const root = document.getElementById("talks");
  let all = [];

  const nameOf = (talk) => talk.title || word(talk.channel === FIRST ? "firstTalk" : "newTalk");

  function here() {
    return all.find((talk) => talk.channel === conversation()) ?? { channel: conversation(), title: "" };
  }

  function known(conversations) {
    all = conversations;
    draw();
  }

  // Something was said in a conversation, in this tab or another: by its first words it is named and listed.
  function began(talk) {
    const before = all.find((other) => other.channel === talk.channel);
    if (before?.title) return;
    if (before) before.title = talk.title;
    else all = [talk, ...all];
    draw();
  }

  function draw() {
    root.querySelector(".name").textContent = nameOf(here());
    menu.draw();
  }

  // The new one of before, if nothing was ever said in it.
  function unused() {
    const before = recall("sessionStorage", NEWEST);
    const channel = before && !all.some((talk) => talk.channel === before) ? before : freshChannel();
    remember("sessionStorage", NEWEST, channel);
    return channel;
  }

  function choose(channel) {
    menu.close(false);
    goTo(channel);
    document.getElementById("draft").focus();
  }

  // The open one stands there before anything was said in it.
  function listed() {
    const open = here();
    return all.includes(open) ? all : [open, ...all];
  }

  const menu = createMenu(root, () => [
    ...listed().map((talk) => {
      const isHere = talk.channel === conversation();
      return choice(nameOf(talk), isHere ? "approved" : null, () => choose(talk.channel), isHere);
    }),
    divider(),
    choice(word("newTalk"), "attach", () => choose(unused())),
  ]);
  return { known, began, draw };
}
