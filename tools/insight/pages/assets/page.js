"use strict";
// Functions that all pages share: making elements, numbers as text, the choice of light and dark.

// An element; attributes that are functions listen, false and undefined leave an attribute out. Text is never read as HTML.
function make(tag, attributes, ...children) {
  const isDrawing = /^(svg|g|path|rect|line|circle|text|title|desc|polygon|polyline)$/.test(tag);
  const element = isDrawing ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// A table of rows of cells; a cell is text, a number, an element, or {text, …attributes}.
function table(caption, head, rows, isTall) {
  const cell = (tag, value, extra) => {
    const parts = value !== null && typeof value === "object" && !(value instanceof Node) ? value : { text: value };
    const { text, ...attributes } = parts;
    const isNumber = typeof text === "number";
    return make(tag, { class: isNumber ? "n" : undefined, ...extra, ...attributes }, text instanceof Node ? text : text === null || text === undefined ? "" : String(text));
  };
  const body = rows.map((row) => make("tr", {}, row.map((value, i) => i === 0 ? cell("th", value, { scope: "row" }) : cell("td", value))));
  return make("div", { class: "scroll" + (isTall ? " tall" : ""), tabindex: "0", role: "region", "aria-label": caption },
    make("table", {}, make("caption", { class: "hidden" }, caption),
      make("thead", {}, make("tr", {}, head.map((value) => cell("th", value, { scope: "col" })))), make("tbody", {}, body)));
}

// Number.toLocaleString() makes one of these for each number.
const shortFormat = new Intl.NumberFormat("en", { maximumSignificantDigits: 3, useGrouping: false });

// At most three digits that matter: 0.0123, 1.23, 123, 12300.
function short(number) {
  if (number === 0 || !Number.isFinite(number)) return String(number);
  return shortFormat.format(Number(number.toPrecision(3)));
}

function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function percent(part) {
  return `${Math.floor(part * 10000) / 100} %`;
}

function bar(part, label, warnsAbove = 0.9) {
  const fill = make("i");
  fill.style.width = `${Math.max(0, Math.min(1, part)) * 100}%`;
  return make("div", { class: "bar" + (part > warnsAbove ? " high" : ""), role: "img", "aria-label": label }, fill);
}

// Remembers nothing: a page that is opened again follows the system.
function themeButton() {
  const button = make("button", { type: "button", id: "theme" });
  const isDark = () => (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const show = () => { button.textContent = isDark() ? "Light" : "Dark"; button.setAttribute("aria-label", `Change to ${isDark() ? "light" : "dark"} colours`); };
  button.addEventListener("click", () => { document.documentElement.dataset.theme = isDark() ? "light" : "dark"; show(); });
  show();
  return button;
}

function choice(label, id, options, chosen, change) {
  const list = make("select", { id, change: () => change(list.value) },
    options.map(([value, text]) => make("option", { value, selected: value === chosen }, text)));
  return make("label", { for: id }, make("span", {}, label), list);
}

const pageData = () => JSON.parse(document.getElementById("data").textContent);
