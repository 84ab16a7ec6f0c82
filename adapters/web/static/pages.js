// The pages of a version, fetched as pictures.

import { here } from "./place.js";

// Every page as a data: address, in order: equal pictures are equal texts. Raises when one can't be had.
export async function fetchPages(version, signal) {
  const pages = [];
  for (let count = 1; pages.length < count;) {
    const response = await fetch(here("/picture", { version, page: pages.length + 1 }), { signal });
    if (!response.ok) throw new Error(`picture: ${response.status}`);
    count = Number(response.headers.get("X-Pages"));
    pages.push(await toAddress(await response.blob()));
  }
  return pages;
}

function toAddress(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
