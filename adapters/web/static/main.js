// The page: it draws what core shows and sends what the person does. It decides nothing.

import { createComposer } from "./composer.js";
import { icon } from "./dom.js";
import { listenForFiles } from "./files.js";
import { listenForEscape, openHistory, updateHistory } from "./history.js";
import { drawResume } from "./resume.js";
import { listen } from "./stream.js";
import { createTimeline } from "./timeline.js";
import { toast } from "./toast.js";
import { listenForTabs, markResume } from "./views.js";
import { send } from "./wire.js";
import { setLanguage, word } from "./words.js";

const EMPTY_AFTER = 900; // milliseconds: what greets the person is already on its way
const LINES = { open: "", connecting: "connecting", reconnecting: "reconnecting", locked: "locked" };

for (const button of document.querySelectorAll("[data-icon]")) button.append(icon(button.dataset.icon));

const timeline = createTimeline({
  home: (view, post) => {
    if (view) setLanguage(view.language);
    updateHistory(view, post);
    if (drawResume(view, openHistory)) markResume();
  },
  said: (text) => composer.heard(text),
  news: () => { if (document.hidden) document.title = "• Countersign"; },
});
const composer = createComposer(() => timeline.toEnd());

let emptyTimer = 0;

function settleEmpty(after) {
  clearTimeout(emptyTimer);
  const show = () => { document.getElementById("empty").hidden = !timeline.isEmpty(); };
  if (after && timeline.isEmpty()) emptyTimer = setTimeout(show, after);
  else show();
}

function line(name) {
  const place = document.getElementById("line");
  place.className = `line-state is-${name}`;
  place.textContent = LINES[name] && word(LINES[name]);
}

listen({
  line,
  state: ({ posts, language, model_host: host }) => {
    setLanguage(language);
    document.getElementById("host").textContent = host ? word("host", { host }) : word("noHost");
    timeline.state(posts);
    settleEmpty(EMPTY_AFTER);
  },
  post: (data) => {
    timeline.post(data);
    settleEmpty(0);
  },
  fold: (data) => {
    timeline.fold(data);
    settleEmpty(EMPTY_AFTER);
  },
  progress: timeline.progress,
  notice: toast,
});
setLanguage(document.documentElement.lang === "zh-CN" || navigator.language.startsWith("zh") ? "zh" : "en");
line("connecting");
listenForFiles();
listenForEscape();
listenForTabs();
document.addEventListener("visibilitychange", () => { if (!document.hidden) document.title = "Countersign"; });
send("/open", {});
