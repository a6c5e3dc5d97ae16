// Panes of lines: source and machine code, linked line by line. Blocks are filled when they are wanted, and the rest when the browser has time.

const blockLines = 150;

// Where the pointer was pressed last: who does not move it points at nothing that the page scrolls there.
let pressedAt = "";
const pointOf = (event) => `${event.screenX},${event.screenY}`;
window.addEventListener("click", (event) => { pressedAt = pointOf(event); }, true);

class Pane {
  // columns: [{title, tip}] of the gutter. lines: [{key, cells, text, draw}]; key links lines of all panes ("0:12": file 0, line 12), ""
  // links nothing. A cell is {text, title, look, share}, or nothing. Lines of code have `at`, their place in the kernel's code.
  constructor(label, columns, lines, links, flow) {
    Object.assign(this, { columns, lines, links, flow, isCode: Boolean(flow), cursor: -1, id: `pane${links.panes.length}` });
    links.panes.push(this);
    const drive = () => { links.driver = this; };
    this.element = make("div", { class: "lines", id: this.id, tabindex: "0", role: "listbox", "aria-label": label,
      keydown: (event) => { drive(); this.key(event); }, mouseover: (event) => { if (pointOf(event) !== pressedAt) links.hover(this.keyAt(event), this, this.numberAt(event)); }, mouseleave: () => links.hover(""),
      click: (event) => this.click(event), wheel: drive, pointerdown: drive, pointerenter: drive, scroll: () => links.follow(this) });
    this.heads = make("div", { class: "l heads", "aria-hidden": "true", click: (event) => this.goToMost(event) }, this.gutter(columns.map(({ title, tip, way }) => ({ text: title, title: way ? `${tip}: ${waysToKnow[way][1]}` : tip, way }))));
    this.measure();
    this.blocks = [];
    for (let from = 0; from < lines.length; from += blockLines) {
      const count = Math.min(blockLines, lines.length - from);
      const block = make("div", { class: "chunk", role: "presentation" });
      block.style.containIntrinsicSize = `auto 900px auto ${count * 20}px`;
      block.style.minHeight = `${count * 20}px`;
      this.blocks.push({ block, from, count, isFilled: false });
      this.element.append(block);
    }
    this.fill(0);
    this.rows();
  }

  // A click on the name of a column goes to the line with the most of it.
  goToMost(event) {
    const c = [...this.heads.firstChild.children].indexOf(event.target), share = (line) => parseFloat(line.cells?.[c]?.share ?? -1);
    if (c < 0) return;
    const most = this.lines.reduce((best, line, i) => share(line) > share(this.lines[best]) ? i : best, 0);
    if (share(this.lines[most]) < 0) return;
    this.moveTo(most);
    this.show(most, true);
    this.links.select(this.lines[most].key, this);
  }

  // Columns are as wide as their longest text.
  measure() {
    this.columns.forEach(({ title, way }, c) => {
      const most = this.lines.reduce((length, line) => Math.max(length, line.cells?.[c]?.text.length || 0), title.length + (way ? 1 : 0));
      for (const one of [this.element, this.heads]) one.style.setProperty(`--g${c}`, most ? `calc(${most}ch + 9px)` : "0");
    });
  }

  gutter(cells) {
    return make("span", { class: "gutter" }, this.columns.map(({ look }, c) => {
      const cell = cells[c], made = make("span", { class: `g g${c} ${look || ""} ${cell?.look || ""}`, title: cell?.title || false }, cell?.text || "");
      if (cell?.way) made.dataset.known = waysToKnow[cell.way][0];
      if (cell?.share !== undefined) made.style.setProperty("--w", String(cell.share));
      return made;
    }));
  }

  // Where lines of a key are, from the key.
  rows() {
    this.byKey = new Map();
    this.lines.forEach((line, i) => { if (line.key) this.byKey.has(line.key) ? this.byKey.get(line.key).push(i) : this.byKey.set(line.key, [i]); });
  }

  drawn(line, i) {
    const colour = this.links.colours.get(line.key);
    const row = make("div", { class: `l${colour === undefined ? "" : ` linked c${colour}`} ${line.look || ""}`, id: `${this.id}-${i}`, role: "option", "aria-selected": "false" },
      line.cells ? [this.gutter(line.cells), make("span", { class: "t" }, line.draw())] : line.text);
    if (!row.textContent.trim()) row.setAttribute("aria-label", "empty line");
    return row;
  }

  fill(number) {
    const one = this.blocks[number];
    if (!one || one.isFilled) return;
    one.isFilled = true;
    const rows = document.createDocumentFragment();
    for (let i = one.from; i < one.from + one.count; ++i) rows.append(this.drawn(this.lines[i], i));
    one.block.append(rows);
    one.block.style.minHeight = "";
    this.links.mark(this, one.from, one.count);
  }

  // The row of a line of the kernel's code.
  rowAt(at) {
    this.byPlace ??= new Map(this.lines.map((line, i) => [line.at, i]));
    return this.byPlace.get(at);
  }

  // The first line in view that has a key for which `isWanted`, its row, and how far below the pane's top it is.
  topLine(isWanted = () => true) {
    const { left, top, height } = this.element.getBoundingClientRect();
    for (let y = 10; y < height; y += 20) {
      const row = document.elementFromPoint(left + 12, top + y)?.closest(".l"), key = row?.id.startsWith(this.id) ? this.lines[Number(row.id.split("-")[1])].key : "";
      if (key && isWanted(key)) return { key, row, offset: row.getBoundingClientRect().top - top };
    }
    return null;
  }

  fillNext() {
    const next = this.blocks.findIndex((one) => !one.isFilled);
    if (next >= 0) this.fill(next);
    return next >= 0;
  }

  row(i) {
    this.fill(Math.floor(i / blockLines));
    return document.getElementById(`${this.id}-${i}`);
  }

  numberAt(event) {
    const row = event.target.closest(".l");
    return row && row.id ? Number(row.id.split("-")[1]) : -1;
  }

  keyAt(event) {
    const i = this.numberAt(event);
    return i < 0 ? "" : this.lines[i].key;
  }

  click(event) {
    const i = this.numberAt(event);
    if (i < 0) return;
    if (event.target.closest(".goes")) return this.goAlong(i);
    this.moveTo(i);
    this.links.select(this.lines[i].key, this);
  }

  // Goes to where a branch goes, or from there to a branch that does.
  goAlong(i, isBack) {
    const at = this.lines[i]?.at, { target, branches } = this.flow || { branches: [] };
    const goal = isBack ? branches.find((one) => one.to === at)?.from : target?.get(at), to = goal === undefined ? -1 : this.lines.findIndex((line) => line.at === goal);
    if (to < 0) return;
    this.moveTo(to);
    this.show(to, true);
    this.links.hover(this.lines[to].key, this, to);
    this.links.select(this.lines[to].key, this);
  }

  // Folded lines open where somebody goes to one.
  unfold(i) { if (this.lines[i]?.look?.includes("pro ")) for (const one of [this, this.twin]) one?.element.classList.remove("folded"); }

  moveTo(i) {
    this.unfold(i);
    if (this.cursor >= 0) this.row(this.cursor).classList.remove("cursor");
    this.cursor = Math.max(0, Math.min(this.lines.length - 1, i));
    const row = this.row(this.cursor);
    row.classList.add("cursor");
    this.element.setAttribute("aria-activedescendant", row.id);
    this.show(this.cursor);
  }

  show(i, isInMiddle) {
    this.unfold(i);
    const row = this.row(i), top = row.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
    const space = this.element.clientHeight;
    if (isInMiddle ? top < 40 || top > space - 60 : top < 0 || top > space - 24) this.element.scrollTop += top - (isInMiddle ? space / 3 : top < 0 ? 0 : space - 40);
  }

  // Arrows go along the lines and, to the right and left, along branches; Enter goes to the same line in the other pane, Escape chooses none.
  key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };
    if (event.key === "Home" || event.key === "End") this.moveTo(event.key === "Home" ? 0 : this.lines.length - 1);
    else if (event.key in steps) this.moveTo(this.cursor < 0 ? 0 : this.cursor + steps[event.key]);
    else if (event.key === "ArrowRight" || event.key === "ArrowLeft") return this.isCode && event.preventDefault(), this.goAlong(this.cursor, event.key === "ArrowLeft");
    else if (event.key === "Enter" || event.key === " ") return event.preventDefault(), this.links.goToOther(this);
    else if (event.key === "Escape") return this.links.select("", null);
    else return;
    event.preventDefault();
    this.links.select(this.lines[this.cursor].key, this);
  }
}

// Links between the panes: lines of one key are hovered, chosen and coloured together.
class Links {
  constructor() { this.panes = []; this.colours = new Map(); this.hovered = this.selected = ""; this.start = null; this.notes = () => []; this.driver = null; this.units = []; this.found = []; this.marked = []; this.chosenAt = null; }

  each(key, change) {
    if (!key) return;
    for (const pane of this.panes) {
      for (const i of pane.byKey ? pane.byKey.get(key) || [] : []) {
        const row = document.getElementById(`${pane.id}-${i}`);
        if (row) change(row);
      }
    }
  }

  hover(key, pane, i) {
    if (pane?.isCode || key !== this.hovered) this.showUnits(key, pane, i);
    if (key && key === this.hovered && !pane?.isCode) return;
    this.each(this.hovered, (row) => row.classList.remove("hover"));
    this.hovered = key;
    this.each(key, (row) => row.classList.add("hover"));
    this.tell(key || this.selected, pane?.isCode ? [pane, i] : key ? null : this.chosenAt);
  }

  // Marks the block and the innermost loop of a line, in code and in source.
  showUnits(key, pane, i) {
    const wanted = [];
    for (const one of this.panes.filter((other) => other.isCode && key)) {
      const at = one === pane ? one.lines[i].at : one.lines[one.byKey.get(key)?.[0]]?.at;
      if (at === undefined) continue;
      for (const [look, unit] of [["block", one.flow.block(at)], ["loop", one.flow.loop(at)]]) if (unit) wanted.push([look, one, ...unit]);
    }
    const name = wanted.map(([look, one, from, to]) => [look, one.id, from, to].join()).join(" ");
    if (name === this.unitsName) return;
    this.unitsName = name;
    for (const [row, look] of this.units) row.classList.remove(look);
    this.units = [];
    const mark = (one, n, look) => { const row = document.getElementById(`${one.id}-${n}`); if (row) { row.classList.add(look); this.units.push([row, look]); } };
    for (const [look, one, from, to] of wanted) {
      const keys = new Set();
      one.lines.forEach((line, n) => { if (line.at >= from && line.at <= to) { mark(one, n, look); keys.add(line.key); } });
      for (const source of this.panes.filter((other) => !other.isCode)) for (const other of keys) for (const n of source.byKey.get(other) || []) mark(source, n, look);
    }
  }

  unitText(pane, i) {
    const at = pane.lines[i]?.at, loop = at === undefined ? null : pane.flow.loop(at);
    return [loop ? `In a loop of ${loop[1] - loop[0] + 1} lines of code, to ${pane.flow.names.get(loop[0])}.` : ""].filter(Boolean);
  }

  // Marks the lines that wrote registers of a line of code, and those that read them next; nothing without a line.
  markRegisters(pane, i, names) {
    for (const [row, look] of this.marked) row.classList.remove(look);
    this.marked = [];
    const at = pane?.lines[i]?.at;
    if (at === undefined || !aliveOf(pane.flow.kernel)) return;
    for (const [look, lines] of Object.entries(markedLines(pane.flow.kernel, at, names))) {
      for (const line of lines) {
        const row = document.getElementById(`${pane.id}-${pane.rowAt(line)}`);
        if (row) { row.classList.add(look); this.marked.push([row, look]); }
      }
    }
  }

  // The panes scroll together: the first line of the one that is scrolled that others have, too, stands at the same height there.
  follow(pane) {
    if (this.driver !== pane || !chosen.together || this.isFollowing) return;
    this.isFollowing = true;
    requestAnimationFrame(() => {
      this.isFollowing = false;
      for (const other of this.panes.filter((one) => one !== pane)) {
        if (other.twin === pane) { other.element.scrollTop = pane.element.scrollTop; continue; }
        const here = pane.topLine((key) => other.byKey.has(key));
        if (!here) continue;
        const now = other.element.scrollTop / 20, nearest = other.byKey.get(here.key).reduce((a, b) => Math.abs(a - now) <= Math.abs(b - now) ? a : b);
        other.element.scrollTop += other.row(nearest).getBoundingClientRect().top - here.row.getBoundingClientRect().top;
      }
    });
  }

  // Marks the lines with a text, and goes to one of them: to the next one with `step` 1, to none with null.
  find(text, step) {
    for (const [pane, i] of this.found) document.getElementById(`${pane.id}-${i}`)?.classList.remove("found");
    const wanted = text.toLowerCase();
    this.found = wanted ? this.panes.flatMap((pane) => pane.lines.flatMap((line, i) => line.text.toLowerCase().includes(wanted) ? [[pane, i]] : [])) : [];
    for (const [pane, i] of this.found) document.getElementById(`${pane.id}-${i}`)?.classList.add("found");
    this.finding = this.found.length ? ((step ? (this.finding ?? -1) + step : 0) + this.found.length) % this.found.length : -1;
    const here = this.found[this.finding];
    if (here && step !== null) { here[0].moveTo(here[1]); here[0].show(here[1], true); this.select(here[0].lines[here[1]].key, here[0]); }
    return wanted ? (this.found.length ? `${this.finding + 1} of ${this.found.length}` : "not found") : "";
  }

  select(key, from) {
    const choose = (isChosen) => (row) => { row.classList.toggle("sel", isChosen); row.setAttribute("aria-selected", isChosen); };
    this.each(this.selected, choose(false));
    this.selected = key;
    this.each(key, choose(true));
    for (const pane of this.panes) {
      const rows = key && pane !== from ? pane.byKey.get(key) : undefined;
      if (rows) pane.show(rows[0], true);
    }
    this.each(key, choose(true));
    this.chosenAt = from?.isCode && from.cursor >= 0 ? [from, from.cursor] : null;
    this.tell(key, this.chosenAt);
    remember();
    const alive = this.chosenAt && from.lines[from.cursor].alive;
    say([...(key ? [this.describe(key), ...this.notes(key)] : []), ...(alive ? [alive] : [])].join(". "));
  }

  // Shows what the titles of a line's cells say, also to those who do not point. `at`: of a line of code, its pane and number.
  tell(key, at) {
    // Registers are the last: a kernel may have a hundred of them.
    const shown = document.getElementById("line-notes"), notes = [...(at ? this.unitText(...at) : []), ...(key ? this.notes(key) : []), ...(at ? [aliveNote(...at)] : [])].filter(Boolean);
    this.markRegisters(...(at || []));
    if (shown) shown.replaceChildren(...(key || notes.length ? [key ? make("b", {}, placeOfKey(key)) : "", ...notes.map((note) => note instanceof Node ? note : make("span", {}, note))] : [make("span", { class: "muted" }, lineHint)]));
  }

  describe(key) {
    const instructions = this.panes.filter((pane) => pane.isCode).map((pane) => (pane.byKey.get(key) || []).length);
    return `${placeOfKey(key)}: ${instructions.join(" and ")} instructions`;
  }

  // Lines that are drawn late are like those that were there.
  mark(pane, from, count) {
    for (let i = from; i < from + count; ++i) {
      if (this.selected && pane.lines[i].key === this.selected) document.getElementById(`${pane.id}-${i}`)?.classList.add("sel");
    }
    for (const [one, i] of this.found) if (one === pane && i >= from && i < from + count) document.getElementById(`${pane.id}-${i}`)?.classList.add("found");
  }

  goToOther(from) {
    const key = from.cursor >= 0 ? from.lines[from.cursor].key : "";
    const others = this.panes.slice(this.panes.indexOf(from) + 1).concat(this.panes.slice(0, this.panes.indexOf(from)));
    const other = others.find((pane) => pane.byKey.has(key));
    if (!key || !other) return;
    other.element.focus();
    other.moveTo(other.byKey.get(key)[0]);
  }

  fillWhenIdle() {
    const go = window.requestIdleCallback || ((work) => setTimeout(() => work({ timeRemaining: () => 8 }), 30));
    const work = (deadline) => {
      let isMore = true;
      while (isMore && deadline.timeRemaining() > 6) isMore = this.panes.map((pane) => pane.fillNext()).some(Boolean);
      if (isMore && this === links) go(work);
    };
    go(work);
  }

  fillAll() { for (const pane of this.panes) while (pane.fillNext()); }
}
let links = new Links();
window.addEventListener("beforeprint", () => links.fillAll());

// For those who hear the page.
function say(text) {
  const live = document.getElementById("said");
  if (live) live.textContent = text;
}
