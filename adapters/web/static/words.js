// The page's own words, in both languages; what core says arrives as text and is not here.

const WORDS = {
  en: {
    talk: "Conversation", resume: "Résumé", views: "Views", history: "History", close: "Close",
    write: "Say what should change, or ask…", send: "Send", attach: "Import a résumé file",
    keys: "Enter sends · Shift + Enter makes a new line",
    drop: "Drop the file to import it",
    emptyTitle: "Your résumé, changed only by you",
    emptyText: "Say what should change, or drop a résumé as a .json file here. Every change is shown first, and nothing happens until you approve it.",
    noResume: "No résumé here yet", noResumeText: "Import a .json file, or tell about your work in the conversation.",
    newer: "New below", connecting: "Connecting…", reconnecting: "Reconnecting…",
    locked: "This page is locked. Open the link that “countersign web” prints.",
    unsent: "Not sent: no connection. Your text is still here; try again.",
    unpressed: "No connection, so nothing was decided. Try again.",
    tooLarge: "This file is too large. 4 MB is the most.", oneFile: "One file at a time, please.",
    unread: "This file can't be read.", sending: "Sending {name}…", failed: "Something went wrong. Try again.",
    host: "Your text goes to {host}", noHost: "No model: everything stays on this machine",
    pending: "Waiting for you", approved: "Approved", rejected: "Rejected", superseded: "Replaced",
    expired: "Expired", undone: "Undone", out_of_date: "Out of date",
    added: "added:", removed: "removed:", fresh: "New since you pressed", cut: "Only the start is shown",
    showChange: "Show the change", changes: "What changed", warning: "Warning:", note: "Note:",
    save: "Save", cancel: "Cancel", whichLine: "Which line?", newText: "New text",
    reason: "What should be different? (optional)", sendReason: "Send",
    version: "Version {number}", versionShort: "v{number}", current: "current", sample: "Sample", hidden: "Hidden",
    changedIn: "Updated to version {number}", noHistory: "No versions yet.",
    exportFile: "Export",
    working: "Working", showAll: "Show all", showLess: "Show less", youSaid: "You said",
    own: "Something else", ownHint: "Your own words", answer: "Answer", done: "Done",
    from: "From", until: "Until", open: "Until now", chooseFile: "Choose a file", yes: "Yes", no: "No",
    pickAtLeast: "Choose at least {count}.", pickAtMost: "Choose {count} at most.", pickFile: "Choose a file first.", tooLong: "Too long by {count} characters.",
    dismiss: "Dismiss",
    conversations: "Conversations", newTalk: "New conversation", firstTalk: "First conversation",
    looks: "How the résumé is shown", asText: "Text", asPicture: "Picture",
    pages: "Pages of the résumé", page: "Page {page} of {count} of “{title}”, version {version}", pageNumber: "{page} / {count}",
    pageBefore: "Previous page", pageAfter: "Next page", changedThere: "{name}, changed", drawing: "Drawing…",
    pageChanged: "Changed in version {number}", pageChangedSince: "Changed since version {number}",
    noPicture: "The picture isn't there yet.", tryAgain: "Try again",
    exportJson: "Reactive Resume JSON", exportPdf: "PDF", exportWord: "Word", exportMarkdown: "Markdown",
    exportText: "Plain text", exportAll: "Everything (takeout)",
    yourResumes: "Your résumés…", newResume: "New résumé…", importFile: "Import a file…", newTitle: "Title of the new résumé", create: "Create",
    historyHint: "Look shows a version as it was. Undo takes back only what that version changed. Restore brings all of it back, as a card that you approve.",
    inTalk: "Done: see the conversation.", toTalk: "Show it",
    comparison: "Compare versions", compare: "Compare", compareOne: "Compare", compareWith: "with", backToHistory: "Back to the history",
    compared: "What differs between version {older} and version {newer}", nothing: "nothing", noDifference: "Nothing differs between these two.",
    sameVersion: "Choose two different versions.", noComparison: "That didn't work. Try again.",
  },
  zh: {
    talk: "对话", resume: "简历", views: "视图", history: "历史", close: "关闭",
    write: "告诉我要改什么，或者提问……", send: "发送", attach: "导入简历文件",
    keys: "Enter 发送 · Shift + Enter 换行",
    drop: "松开即可导入文件",
    emptyTitle: "你的简历，只由你来改",
    emptyText: "告诉我要改什么，或把 .json 格式的简历拖到这里。每一处改动都会先给你看，你同意之前什么都不会变。",
    noResume: "这里还没有简历", noResumeText: "导入一个 .json 文件，或在对话中介绍你的工作经历。",
    newer: "下方有新内容", connecting: "正在连接……", reconnecting: "正在重新连接……",
    locked: "页面已锁定。请打开 “countersign web” 打印的链接。",
    unsent: "没有连接，未能发送。文字还在，请重试。",
    unpressed: "没有连接，尚未做任何决定。请重试。",
    tooLarge: "文件太大，最多 4 MB。", oneFile: "请一次只放一个文件。",
    unread: "无法读取这个文件。", sending: "正在发送 {name}……", failed: "出了点问题，请重试。",
    host: "你的文字会发送到 {host}", noHost: "未使用模型：一切都留在本机",
    pending: "等待你决定", approved: "已同意", rejected: "已拒绝", superseded: "已被取代",
    expired: "已过期", undone: "已撤销", out_of_date: "已过时",
    added: "新增：", removed: "删除：", fresh: "你按下之后新增的", cut: "只显示开头",
    showChange: "显示改动", changes: "改动内容", warning: "警告：", note: "提示：",
    save: "保存", cancel: "取消", whichLine: "改哪一行？", newText: "新文字",
    reason: "希望哪里不同？（可不填）", sendReason: "发送",
    version: "第 {number} 版", versionShort: "v{number}", current: "当前", sample: "示例", hidden: "已隐藏",
    changedIn: "已更新到第 {number} 版", noHistory: "还没有版本。",
    exportFile: "导出",
    working: "处理中", showAll: "显示全部", showLess: "收起", youSaid: "你说",
    own: "其他", ownHint: "用你自己的话", answer: "回答", done: "完成",
    from: "从", until: "到", open: "至今", chooseFile: "选择文件", yes: "是", no: "否",
    pickAtLeast: "请至少选择 {count} 项。", pickAtMost: "最多选择 {count} 项。", pickFile: "请先选择文件。", tooLong: "超出 {count} 个字符。",
    dismiss: "关闭",
    conversations: "对话列表", newTalk: "新对话", firstTalk: "最初的对话",
    looks: "简历的显示方式", asText: "文字", asPicture: "图片",
    pages: "简历页面", page: "“{title}”第 {version} 版，第 {page} 页，共 {count} 页", pageNumber: "{page} / {count}",
    pageBefore: "上一页", pageAfter: "下一页", changedThere: "{name}，有改动", drawing: "正在绘制……",
    pageChanged: "第 {number} 版有改动", pageChangedSince: "自第 {number} 版以来有改动",
    noPicture: "图片还没有准备好。", tryAgain: "重试",
    exportJson: "Reactive Resume JSON", exportPdf: "PDF", exportWord: "Word", exportMarkdown: "Markdown",
    exportText: "纯文本", exportAll: "你的全部数据",
    yourResumes: "你的简历……", newResume: "新建简历……", importFile: "导入文件……", newTitle: "新简历的标题", create: "新建",
    historyHint: "查看：看看那一版当时的样子。撤销：只收回那一版的改动。恢复此版：以卡片形式把那一版整份找回，由你同意。",
    inTalk: "好了，请看对话。", toTalk: "去看看",
    comparison: "比较版本", compare: "比较", compareOne: "比较", compareWith: "与", backToHistory: "返回历史",
    compared: "第 {older} 版与第 {newer} 版的差别", nothing: "无", noDifference: "这两版没有差别。",
    sameVersion: "请选择两个不同的版本。", noComparison: "没有成功，请重试。",
  },
};

let language = navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";

export function word(name, values = {}) {
  return WORDS[language][name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

// Switches the page's words; everything in page.html that names a word is written anew.
export function setLanguage(wanted) {
  language = wanted in WORDS ? wanted : "en";
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-hint]")) element.placeholder = word(element.dataset.hint);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
    if (element.matches("button")) element.title = word(element.dataset.label);
  }
}

export function moment(iso) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const style = { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(document.documentElement.lang, style).format(date);
}
