// What changed on a résumé's pages, found by their pictures: the lines that the pages of before don't have. A line
// that only moved, on its page or to the next, is none.

const SAME = 60; // shades, added up over a column of a line: below it two lines look the same
const ROOM = 4; // pixels around a mark
const SVG = "http://www.w3.org/2000/svg";

// What to mark on each page of `after`: {width, height, boxes}, the picture's size and {left, top, width, height,
// isGone} in its pixels, where `isGone` is where something stood; null for a page that is as before. `before` and
// `after` are lists of addresses of pictures.
export async function findMarks(before, after) {
  let first = 0;
  while (first < before.length && before[first] === after[first]) first += 1;
  const old = (await readPages(before, first)).flatMap((page) => page.lines);
  const pages = await readPages(after, first);
  const marks = after.map(() => null);
  for (const { number, width, height } of pages) marks[number] = { width, height, boxes: [] };
  for (const { page, ...box } of compare(old, pages.flatMap((each) => each.lines))) marks[page].boxes.push(box);
  return marks;
}

// An overlay for the picture.
export function drawMarks({ width, height, boxes }) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "marks");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("aria-hidden", "true"); // the words beneath the picture say that it changed
  for (const box of boxes) {
    const mark = document.createElementNS(SVG, "rect");
    const { left: x, top: y, width: across, height: down, isGone } = box;
    const attributes = { class: isGone ? "is-gone" : "is-new", x, y, width: across, height: down, rx: 2 };
    for (const [name, value] of Object.entries(attributes)) mark.setAttribute(name, value);
    svg.append(mark);
  }
  return svg;
}

// One after the other, so that between them the page stays at hand.
async function readPages(addresses, first) {
  const pages = [];
  for (let number = first; number < addresses.length; number += 1) {
    const picture = await readPicture(addresses[number]);
    pages.push({ number, width: picture.width, height: picture.height, lines: linesOf(picture, number) });
  }
  return pages;
}

async function readPicture(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

// A line is what stands between two empty rows: {page, top, bottom, columns, ink}. `columns` adds up how much each
// column of it differs from the ground, which stays the same wherever between two pixels the line came to stand.
function linesOf({ data, width, height }, page) {
  const lines = [];
  let line = null;
  for (let y = 0; y < height; y += 1) {
    let columns = null;
    for (let x = 0, at = y * width * 4; x < width; x += 1, at += 4) {
      const shade = (Math.abs(data[at] - data[0]) + Math.abs(data[at + 1] - data[1]) + Math.abs(data[at + 2] - data[2])) / 3;
      if (shade) (columns ??= line?.columns ?? new Float32Array(width))[x] += shade;
    }
    if (columns && !line) lines.push((line = { page, top: y, bottom: y, columns, ink: 0 }));
    if (columns) line.bottom = y + 1;
    else line = null;
  }
  for (const each of lines) each.ink = each.columns.reduce((sum, shade) => sum + shade, 0);
  return lines;
}

function isSame(one, other) {
  if (one.columns.length !== other.columns.length || Math.abs(one.ink - other.ink) > SAME * 20) return false;
  return one.columns.every((shade, x) => Math.abs(shade - other.columns[x]) < SAME);
}

// The longest common subsequence leaves what is new in `after`, and where something of `before` is gone.
function compare(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && isSame(before[start], after[start])) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  const longest = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1));
  const same = old.map((line) => fresh.map((other) => isSame(line, other)));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      longest[i][j] = same[i][j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  const marks = [];
  for (let i = 0, j = 0; i < old.length || j < fresh.length;) {
    if (same[i]?.[j]) {
      i += 1;
      j += 1;
      continue;
    }
    const [fromOld, fromFresh] = [i, j];
    while ((i < old.length || j < fresh.length) && !same[i]?.[j]) {
      if (j === fresh.length || (i < old.length && longest[i + 1][j] >= longest[i][j + 1])) i += 1;
      else j += 1;
    }
    const gone = old.slice(fromOld, i);
    if (fromFresh === j) marks.push(goneMark(gone, after[start + j - 1], after[start + j]));
    else for (let k = fromFresh; k < j; k += 1) marks.push(newMark(fresh[k], gone[k - fromFresh]));
  }
  return marks.filter(Boolean);
}

// A whole line, or of a line that stands in another's place only what differs.
function newMark(line, former) {
  const height = (each) => each.bottom - each.top;
  const isInPlace = former && former.columns.length === line.columns.length && Math.abs(height(former) - height(line)) < 2;
  const differs = (x) => Math.abs(line.columns[x] - (isInPlace ? former.columns[x] : 0)) >= SAME;
  const spots = [...line.columns.keys()].filter(differs);
  const left = (spots[0] ?? 0) - ROOM;
  const right = (spots.at(-1) ?? line.columns.length - 1) + 1 + ROOM;
  return { page: line.page, left, top: line.top - ROOM, width: right - left, height: height(line) + 2 * ROOM, isGone: false };
}

function goneMark(gone, above, below) {
  const near = above ?? below;
  if (!near) return null;
  const inked = [...near.columns.keys()].filter((x) => gone.some((line) => line.columns[x]));
  const left = inked[0] ?? 0;
  const right = (inked.at(-1) ?? near.columns.length - 1) + 1;
  const top = above ? near.bottom + 1 : near.top - ROOM;
  return { page: near.page, left, top, width: right - left, height: 3, isGone: true };
}
