// The page: it draws what core shows and sends what the person does. It decides nothing.

import { createComposer, forgetDrafts } from "./composer.js";
import { icon } from "./dom.js";
import { endDrafts, listenForLeaving } from "./drafts.js";
import { listenForFiles } from "./files.js";
import { closeHistory, listenForEscape, openHistory, updateHistory } from "./history.js";
import { listenForMoves } from "./place.js";
import { createResume } from "./resume.js";
import { listen } from "./stream.js";
import { createTalks } from "./talks.js";
import { createTimeline } from "./timeline.js";
import { toast } from "./toast.js";
import { listenForTabs, markResume } from "./views.js";
import { send } from "./wire.js";
import { setLanguage, word } from "./words.js";

const EMPTY_AFTER = 900; // milliseconds: what greets the person is already on its way
const LINES = { open: "", connecting: "connecting", reconnecting: "reconnecting", locked: "locked" };

for (const button of document.querySelectorAll("[data-icon]")) button.prepend(icon(button.dataset.icon));

const resume = createResume(openHistory);
const talks = createTalks();
const timeline = createTimeline({
  home: (view, post) => {
    if (view) setLanguage(view.language);
    drawHost();
    talks.draw();
    updateHistory(view, post);
    if (resume.draw(view)) markResume();
  },
  said: (text) => composer.heard(text),
  news: () => { if (document.hidden) document.title = "• Countersign"; },
});
const composer = createComposer(() => timeline.toEnd());

let host = null; // the model's, as the newest state told it
let emptyTimer = 0;

function drawHost() {
  document.getElementById("host").textContent = host ? word("host", { host }) : word("noHost");
}

function settleEmpty(after) {
  clearTimeout(emptyTimer);
  const show = () => { document.getElementById("empty").hidden = !timeline.isEmpty(); };
  if (after && timeline.isEmpty()) emptyTimer = setTimeout(show, after);
  else show();
}

// Nobody is known here: what was deleted leaves nothing half written either.
function forget() {
  forgetDrafts();
  endDrafts();
}

function line(name) {
  const place = document.getElementById("line");
  place.className = `line-state is-${name}`;
  place.textContent = LINES[name] && word(LINES[name]);
}

const stream = listen({
  line,
  state: ({ posts, language, model_host: model, conversations, is_new: isNew }) => {
    host = model;
    if (isNew) forget();
    else setLanguage(language);
    drawHost();
    talks.known(conversations);
    timeline.state(posts);
    settleEmpty(EMPTY_AFTER);
  },
  post: (data) => {
    timeline.post(data);
    resume.settle();
    settleEmpty(0);
  },
  fold: (data) => {
    timeline.fold(data);
    settleEmpty(EMPTY_AFTER);
  },
  progress: timeline.progress,
  notice: toast,
  talk: talks.began,
});
setLanguage(document.documentElement.lang === "zh-CN" || navigator.language.startsWith("zh") ? "zh" : "en");
talks.draw();
line("connecting");
listenForFiles();
listenForEscape();
listenForTabs();
listenForLeaving();
listenForMoves(() => {
  closeHistory();
  timeline.clear();
  document.getElementById("empty").hidden = true;
  resume.clear();
  composer.move();
  talks.draw();
  stream.again();
  send("/open", {});
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) document.title = "Countersign"; });
send("/open", {});
