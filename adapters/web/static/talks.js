// The conversations: which one is open, the others to choose from, and a new one.

import { choice, createMenu, divider } from "./menu.js";
import { conversation, freshChannel, goTo } from "./place.js";
import { readState } from "./stream.js";
import { word } from "./words.js";

// Gives {known(list), said(text), draw()}.
export function createTalks() {
  const root = document.getElementById("talks");
  let all = [];

  const nameOf = (talk) => talk.title || word("newTalk");

  function here() {
    return all.find((talk) => talk.channel === conversation()) ?? { channel: conversation(), title: "" };
  }

  function known(conversations) {
    all = conversations;
    if (!all.some((talk) => talk.channel === conversation())) all = [here(), ...all];
    draw();
  }

  function draw() {
    root.querySelector(".name").textContent = nameOf(here());
    menu.draw();
  }

  // A conversation is named by what it began with.
  function said(text) {
    const talk = here();
    if (talk.title) return;
    talk.title = text.slice(0, 60);
    draw();
  }

  function choose(channel) {
    menu.close(false);
    goTo(channel);
    document.getElementById("draft").focus();
  }

  const menu = createMenu(root, () => [
    ...all.map((talk) => {
      const isHere = talk.channel === conversation();
      return choice(nameOf(talk), isHere ? "approved" : null, () => choose(talk.channel), isHere);
    }),
    divider(),
    choice(word("newTalk"), "attach", () => choose(freshChannel())),
  ]);
  root.querySelector(".opener").addEventListener("click", async () => {
    const state = await readState(); // another tab may have begun one meanwhile
    if (state) known(state.conversations);
  });
  return { known, said, draw };
}
