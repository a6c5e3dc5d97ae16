// `clc report --format html`: kernels, their code and what is known of it.

// The reader's choices; they outlive new data.
// `compare` is "TARGET of the same build" as "0|TARGET", another build as "1|", nothing as ""; null: not chosen yet.
const chosen = { kernel: "", target: "", compare: null, filter: "", group: null, local: null, registers: undefined, chip: "", encodings: false, isOpen: false, isListOpen: false, sort: null, showsAll: false, line: "" };
let data = null, shownKernel = null;
const nameOf = (kernel) => `${kernel.module}/${kernel.kernel}`;
const lineHint = "Point at a line, or go along the lines with the arrow keys, to see what is known of it.";
const placeOfKey = (key) => placeText({ file: key.split(":")[0], line: key.split(":")[1] });
const placeText = (place) => place.line ? `${data.files[place.file]}:${place.line}` : "place not known";

// The lines of a kernel's code. nvdisasm indents instructions by 8 columns before their address and many behind it.
function textsOf(kernel) {
  kernel.texts ??= kernel.code.line.length ? kernel.code.text.split("\n").map((text) => text.replace(/^ {8}(\/\*[0-9a-f]{4,}\*\/) {14}/, "$1  ")) : [];
  return kernel.texts;
}

// ---- Text of code in colours.

const keywords = /^(kernel|__kernel|global|__global|local|__local|constant|__constant|private|const|restrict|volatile|static|inline|if|else|for|while|do|return|switch|case|break|continue|struct|typedef|union|enum|sizeof|default|__attribute__|attribute)$/;
const types = /^(void|bool|u?(char|short|int|long)(2|3|4|8|16)?|(half|float|double)(2|3|4|8|16)?|size_t|unsigned|signed|image2d_t|sampler_t)$/;

// Tells for each line whether it begins within a comment.
function commentStates(lines) {
  let inside = false;
  return lines.map((line) => {
    const before = inside;
    const bare = inside ? line : line.replace(/"(\\.|[^"\\])*"/g, "");
    const open = bare.lastIndexOf("/*"), close = bare.lastIndexOf("*/"), slashes = bare.indexOf("//");
    if (open > close && (slashes < 0 || slashes > open)) inside = true;
    else if (close >= 0) inside = false;
    return before;
  });
}

function colouredSource(line, isInComment) {
  const parts = [];
  let rest = line;
  if (isInComment) {
    const end = line.indexOf("*/");
    const length = end < 0 ? line.length : end + 2;
    parts.push(make("span", { class: "comment" }, line.slice(0, length)));
    rest = line.slice(length);
  }
  for (const [word] of rest.matchAll(/\/\/.*|\/\*.*?(\*\/|$)|"(\\.|[^"\\])*"?|^\s*#\s*\w+|[A-Za-z_]\w*|\d[\w.]*|[^\w"/#]+|./g)) {
    const kind = /^(\/\/|\/\*)/.test(word) ? "comment" : /^\s*#/.test(word) || keywords.test(word) ? "keyword" : types.test(word) ? "type" : /^(\d|")/.test(word) ? "number" : "";
    parts.push(kind ? make("span", { class: kind }, word) : word);
  }
  return parts;
}

const memoryOps = /^(ld|st|atom|red|global_|flat_|buffer_|s_load|s_buffer|scratch_|LD|ST|ATOM|RED|OpLoad|OpStore|OpAtomic|send|VTX|MEM_RAT|TEX)/;
const localOps = /^((ld|st|atom)\.shared|ds_|LDS|STS|ATOMS|LDSM)/;
const flowOps = /^(bra|brx|ret|exit|bar|call|s_cbranch|s_branch|s_barrier|s_endpgm|BRA|EXIT|BAR|RET|CALL|BSYNC|OpBranch|OpReturn|OpControlBarrier|jmp|JUMP|POP|LOOP)/;

const instruction = /^(\s*(?:@!?%?\w+\s+)?(?:%\w+ = )?)([A-Za-z_][\w.]*)(.*)$/;
// The operation of a line of code; none of a label or a comment.
const operationOf = (line) => (/:\s*$/.test(line) ? "" : (line.replace(/^\s*\/\*[0-9a-f]{4,}\*\//, "").match(instruction) || [])[2] || "");

// The instruction apart from its address and its bytes.
function colouredCode(line) {
  const sass = line.match(/^(\s*\/\*[0-9a-f]{4,}\*\/)(.*)$/), amd = line.match(/^(.*?)\s*(\/\/ [0-9A-F]{8,}: .*)$/);
  const before = sass ? sass[1] : "", behind = amd ? amd[2] : "", code = sass ? sass[2] : amd ? amd[1] : line;
  const parts = [];
  if (before) parts.push(make("span", { class: "enc" }, before));
  const words = code.match(instruction);
  if (words && !/:\s*$/.test(code)) {
    const op = words[2];
    const kind = localOps.test(op) ? "lds" : memoryOps.test(op) ? "mem" : flowOps.test(op) ? "flow" : "";
    parts.push(words[1], make("span", { class: "op " + kind }, op), words[3]);
  } else {
    parts.push(/^\s*(\/\/|;)/.test(code) ? make("span", { class: "comment" }, code) : code);
  }
  if (behind) parts.push(make("span", { class: "enc" }, "  " + behind));
  return parts;
}

// ---- A pane of lines. Blocks are filled when they are wanted, and the rest when the browser has time.

const blockLines = 150;

class Pane {
  // lines: [{key, make(row)}]; key links lines of all panes ("0:12": file 0, line 12), "" links nothing.
  constructor(label, lines, links) {
    this.lines = lines;
    this.links = links;
    this.cursor = -1;
    this.id = `pane${links.panes.length}`;
    links.panes.push(this);
    this.element = make("div", { class: "lines", id: this.id, tabindex: "0", role: "listbox", "aria-label": label,
      keydown: (event) => this.key(event), mouseover: (event) => links.hover(this.keyAt(event)), mouseleave: () => links.hover(""),
      click: (event) => this.click(event) });
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

  // Where lines of a key are, from the key.
  rows() {
    this.byKey = new Map();
    this.lines.forEach((line, i) => { if (line.key) this.byKey.has(line.key) ? this.byKey.get(line.key).push(i) : this.byKey.set(line.key, [i]); });
  }

  fill(number) {
    const one = this.blocks[number];
    if (!one || one.isFilled) return;
    one.isFilled = true;
    const rows = document.createDocumentFragment();
    for (let i = one.from; i < one.from + one.count; ++i) {
      const line = this.lines[i];
      const row = make("div", { class: "l" + (line.key && this.links.colours.has(line.key) ? ` linked c${this.links.colours.get(line.key)}` : "") + (line.change ? " " + line.change : ""),
        id: `${this.id}-${i}`, role: "option", "aria-selected": "false" });
      line.draw(row);
      if (!row.textContent.trim()) row.setAttribute("aria-label", "empty line");
      rows.append(row);
    }
    one.block.append(rows);
    one.block.style.minHeight = "";
    this.links.mark(this, one.from, one.count);
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
    if (i >= 0) { this.moveTo(i); this.links.select(this.lines[i].key, this); }
  }

  moveTo(i) {
    if (this.cursor >= 0) this.row(this.cursor).classList.remove("cursor");
    this.cursor = Math.max(0, Math.min(this.lines.length - 1, i));
    const row = this.row(this.cursor);
    row.classList.add("cursor");
    this.element.setAttribute("aria-activedescendant", row.id);
    this.show(this.cursor);
  }

  show(i, isInMiddle) {
    const row = this.row(i), top = row.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
    const space = this.element.clientHeight;
    if (isInMiddle ? top < 40 || top > space - 60 : top < 0 || top > space - 24) this.element.scrollTop += top - (isInMiddle ? space / 3 : top < 0 ? 0 : space - 40);
  }

  // Arrows go along the lines, Enter goes to the same line in the other pane, Escape chooses none.
  key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };
    if (event.key === "Home" || event.key === "End") this.moveTo(event.key === "Home" ? 0 : this.lines.length - 1);
    else if (event.key in steps) this.moveTo(this.cursor < 0 ? 0 : this.cursor + steps[event.key]);
    else if (event.key === "Enter" || event.key === " ") return event.preventDefault(), this.links.goToOther(this);
    else if (event.key === "Escape") return this.links.select("", this);
    else return;
    event.preventDefault();
    this.links.select(this.lines[this.cursor].key, this);
  }
}

// Links between the panes: lines of one key are hovered, chosen and coloured together.
class Links {
  constructor() { this.panes = []; this.colours = new Map(); this.hovered = this.selected = ""; this.start = null; this.notes = () => []; }

  each(key, change) {
    if (!key) return;
    for (const pane of this.panes) {
      for (const i of pane.byKey ? pane.byKey.get(key) || [] : []) {
        const row = document.getElementById(`${pane.id}-${i}`);
        if (row) change(row);
      }
    }
  }

  hover(key) {
    if (key === this.hovered) return;
    this.each(this.hovered, (row) => row.classList.remove("hover"));
    this.hovered = key;
    this.each(key, (row) => row.classList.add("hover"));
    this.tell(key || this.selected);
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
    this.tell(key);
    remember();
    say(key ? [this.describe(key), ...this.notes(key)].join(". ") : "");
  }

  // Shows what the titles of a line's cells say, also to those who do not point.
  tell(key) {
    const shown = document.getElementById("line-notes"), notes = key ? this.notes(key) : [];
    if (shown) shown.replaceChildren(...(key ? [make("b", {}, placeOfKey(key)), ...notes.map((note) => make("span", {}, note))] : [make("span", { class: "muted" }, lineHint)]));
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

// ---- What is known of source lines.

// {key: {ideal, most, texts}} of a kernel's accesses.
function costsByLine(kernel) {
  const costs = new Map();
  for (const access of kernel.facts ? kernel.facts.accesses : []) {
    const key = `${access.file}:${access.line}`;
    const cost = costs.get(key) || { ideal: 0, most: 0, isKnown: true, texts: [] };
    cost.ideal += access.ideal;
    cost.most += access.most;
    cost.isKnown = cost.isKnown && access.known;
    cost.texts.push(`${access.kind} of ${access.space} memory, ${access.pattern}: ${access.cost} of a wave, ${access.best} at best${access.note ? "; " + access.note : ""}`);
    costs.set(key, cost);
  }
  return costs;
}

function findingsByLine(kernel) {
  const found = new Map();
  for (const finding of kernel.facts ? kernel.facts.findings : []) {
    const key = `${finding.file}:${finding.line}`;
    found.set(key, [...(found.get(key) || []), finding]);
  }
  return found;
}

// Goes to a place in the code.
function goTo(place) {
  if (!place.line) return;
  links.select(`${place.file}:${place.line}`, null);
  document.getElementById("code").scrollIntoView({ block: "start" });
}

// All that is known of a line, in sentences.
function notesOf(kernel) {
  const costs = costsByLine(kernel), findings = findingsByLine(kernel), faults = faultsByLine(kernel), stalls = stallsByLine(kernel);
  return (key) => [...(faults.get(key) || []), ...(findings.get(key) || []).map((one) => one.text), ...(ranLines().has(key) ? [ranText(ranLines().get(key))] : []),
    ...(costs.has(key) ? costs.get(key).texts : []), ...(stalls.has(key) ? [stallText(stalls.get(key))] : [])];
}

function colourLinks(kernels) {
  const keys = new Set();
  for (const kernel of kernels) kernel.code.line.forEach((line, i) => { if (line) keys.add(`${kernel.code.file[i]}:${line}`); });
  const inOrder = [...keys].map((key) => key.split(":").map(Number)).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return new Map(inOrder.map(([file, line], i) => [`${file}:${line}`, i % 6]));
}

function heatCell(row, cost, most) {
  const cell = make("span", { class: "h" + (cost ? " on" : "") });
  if (cost) {
    const times = cost.ideal ? cost.most / cost.ideal : 1;
    cell.textContent = `${cost.isKnown ? "" : "≤ "}${cost.most}${times > 1.05 ? ` ×${short(times)}` : ""}`;
    cell.title = cost.texts.join("\n");
    cell.style.setProperty("--a", String(0.08 + 0.62 * cost.most / most));
  }
  row.append(cell);
}

const stallsByLine = (kernel) => new Map((kernel.stalls || []).map((one) => [`${one.file}:${one.line}`, one]));
const stallText = (stall) => `A lone wave stalls ${stall.clocks} clocks in this line, mostly for ${stall.reason}; other waves hide all but ${stall.left}.`;

// The mark of a line with a fault, or else with a finding.
function markCell(row, faults, findings) {
  const texts = [...(faults || []), ...(findings || []).map((one) => one.text)];
  row.append(make("span", { class: "mark" + (faults ? " fault" : ""), title: texts.length ? texts.join("\n") : false }, faults ? "✗" : findings ? "!" : ""));
}

function sourceLines(kernel) {
  const costs = costsByLine(kernel), findings = findingsByLine(kernel), faults = faultsByLine(kernel), ran = ranLines();
  const most = Math.max(1, ...[...costs.values()].map((cost) => cost.most));
  const stalls = stallsByLine(kernel);
  const mostStalled = Math.max(1, ...[...stalls.values()].map((one) => one.clocks));
  const wanted = new Set([...kernel.code.file, ...(kernel.facts ? kernel.facts.accesses.map((access) => access.file) : [])]);
  const lines = [];
  for (const source of data.sources[kernel.build] || []) {
    if (!wanted.has(source.file)) continue;
    lines.push({ key: "", draw: (row) => { row.className = "file"; row.textContent = data.files[source.file]; } });
    const texts = source.text.split("\n"), states = commentStates(texts);
    if (texts[texts.length - 1] === "") texts.pop();
    texts.forEach((text, i) => {
      const key = `${source.file}:${i + 1}`;
      lines.push({ key, draw: (row) => {
        markCell(row, faults.get(key), findings.get(key));
        row.append(make("span", { class: "n" }, String(i + 1)));
        if (data.coverage) countCell(row, ran.get(key), true);
        if (costs.size) heatCell(row, costs.get(key), most);
        const stall = stalls.get(key);
        if (kernel.stalls) waitCell(row, stall, mostStalled, stall ? stallText(stall) : "");
        row.append(make("span", { class: "t" }, colouredSource(text, states[i])));
      } });
      for (const one of data.diagnostics.filter((one) => one.file === source.file && one.line === i + 1)) {
        lines.push({ key: "", draw: (row) => { row.classList.add("diag"); row.textContent = `${one.severity}: ${one.text}`; } });
      }
    });
  }
  return lines;
}

// ---- Code.

// What waits: a bar of its clocks, and for what in the title.
function waitCell(row, wait, most, words) {
  const cell = make("span", { class: "v" + (wait ? " on" : ""), title: wait ? words : false }, wait ? `${wait.clocks} clk` : "");
  if (wait) cell.style.setProperty("--w", `${100 * wait.clocks / most}%`);
  row.append(cell);
}

function waitsOf(kernel) {
  const waits = kernel.code.waits || [];
  return { by: new Map(waits.map((one) => [one.at, one])), most: Math.max(1, ...waits.map((one) => one.clocks)) };
}

function waitText(wait, texts) {
  const on = wait.on === undefined ? "" : `: ${comparable(texts[wait.on])}`;
  return `A lone wave stalls ${wait.clocks} clocks here for ${wait.reason}${on}; other waves hide all but ${wait.left}.`;
}

function codeLines(kernel, changes) {
  const code = kernel.code, live = code.live || [], waits = waitsOf(kernel), texts = textsOf(kernel), faults = faultsByLine(kernel), ran = ranLines();
  const most = Math.max(1, ...live.filter((value) => value !== null));
  return textsOf(kernel).map((text, i) => ({
    key: code.line[i] ? `${code.file[i]}:${code.line[i]}` : "",
    change: changes ? changes[i] : "",
    draw: (row) => {
      const operation = operationOf(text), key = operation ? `${code.file[i]}:${code.line[i]}` : "";
      if (faults.size) markCell(row, faults.get(key));
      if (data.coverage) countCell(row, ran.get(key), flowOps.test(operation));
      if (code.live) {
        const value = live[i], isKnown = value !== null && value !== undefined;
        const cell = make("span", { class: "v" + (isKnown ? " on" : "") + (value === most ? " most" : ""), title: isKnown ? `${value} registers of 32 bits are alive here` : false }, isKnown ? (value === most ? `max ${value}` : String(value)) : "");
        if (isKnown) cell.style.setProperty("--w", `${100 * value / most}%`);
        row.append(cell);
      }
      if (code.waits) waitCell(row, waits.by.get(i), waits.most, waits.by.has(i) ? waitText(waits.by.get(i), texts) : "");
      const place = code.line[i] ? placeText({ file: code.file[i], line: code.line[i] }) : "";
      row.append(make("span", { class: "from" + (data.has_source ? "" : " wide"), title: place || false }, !place ? "" : data.has_source ? String(code.line[i]) : place),
        make("span", { class: "t" }, colouredCode(text)));
    },
  }));
}

// Instructions without what changes when code before them does: addresses, bytes, numbers of labels.
const comparable = (text) => text.replace(/\s*\/\/ [0-9A-F]{8,}:.*$|^\s*\/\*[0-9a-f]{4,}\*\//, "").replace(/(\$L__\w+?|\.L_x_|BB)[\d_]+/g, "$1").trim();

// Which lines of each text the other one lacks: the longest common part, of what is left between equal ends.
function differences(a, b) {
  const marks = [new Array(a.length).fill("removed"), new Array(b.length).fill("added")];
  let from = 0, endA = a.length, endB = b.length;
  const keep = (i, j) => { marks[0][i] = ""; marks[1][j] = ""; };
  while (from < endA && from < endB && a[from] === b[from]) { keep(from, from); ++from; }
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) keep(--endA, --endB);
  const n = endA - from, m = endB - from;
  if (n * m > 9e6) {
    const rest = new Map();
    for (let j = from; j < endB; ++j) rest.set(b[j], [...(rest.get(b[j]) || []), j]);
    let last = -1;
    for (let i = from; i < endA; ++i) { const j = (rest.get(a[i]) || []).find((at) => at > last); if (j !== undefined && j - last < 200) { keep(i, j); last = j; } }
    return marks;
  }
  const length = new Uint16Array((n + 1) * (m + 1)), at = (i, j) => i * (m + 1) + j;
  for (let i = n - 1; i >= 0; --i) for (let j = m - 1; j >= 0; --j) length[at(i, j)] = a[from + i] === b[from + j] ? length[at(i + 1, j + 1)] + 1 : Math.max(length[at(i + 1, j)], length[at(i, j + 1)]);
  for (let i = 0, j = 0; i < n && j < m;) {
    if (a[from + i] === b[from + j]) keep(from + i++, from + j++);
    else if (length[at(i + 1, j)] >= length[at(i, j + 1)]) ++i; else ++j;
  }
  return marks;
}

function pane(title, lines, isCode, extra) {
  const list = new Pane(title, lines, links);
  list.isCode = isCode;
  return make("section", { class: "pane", "aria-label": title }, make("header", {}, make("h3", {}, title), extra || ""), list.element);
}

function codePane(kernel, changes) {
  const liveText = kernel.code.live ? `at most ${Math.max(0, ...kernel.code.live)} registers alive` : "live registers not known";
  const title = `${kernel.target}${data.builds.length > 1 ? `, ${data.builds[kernel.build]}` : ""}`;
  if (!kernel.code.line.length) return make("section", { class: "pane" }, make("header", {}, make("h3", {}, title)), make("p", { class: "empty" }, kernel.no_code || "no code"));
  const isLinked = kernel.code.line.some(Boolean);
  const extra = make("span", { class: "muted" }, `${liveText}${isLinked ? "" : "; source lines not known"}`);
  return pane(title, codeLines(kernel, changes), true, extra);
}

function codeSection(kernel, other) {
  links.colours = colourLinks(other && other.build === kernel.build ? [kernel, other] : [kernel]);
  const isBuild = other && other.build !== kernel.build;
  const marks = isBuild ? differences(textsOf(other).map(comparable), textsOf(kernel).map(comparable)) : [];
  const panes = [];
  const source = sourceLines(kernel);
  if (source.length) panes.push(pane("Source", source, false, make("span", { class: "muted" }, [data.coverage ? "times that lines ran" : "", kernel.facts && kernel.facts.accesses.length ? "memory cost of a group, × best" : ""].filter(Boolean).join(" · "))));
  if (isBuild) panes.push(codePane(other, marks[0]));
  panes.push(codePane(kernel, marks[1]));
  if (other && !isBuild) panes.push(codePane(other));
  const encodings = make("input", { type: "checkbox", id: "encodings", checked: chosen.encodings, change: () => { chosen.encodings = encodings.checked; section.classList.toggle("show-enc", chosen.encodings); } });
  const section = make("section", { id: "code", "aria-label": "Code", class: chosen.encodings ? "show-enc" : "" },
    make("div", { class: "above-code" }, make("div", { id: "line-notes", tabindex: "0", role: "region", "aria-label": "What is known of the line" }, make("span", { class: "muted" }, lineHint)),
      make("p", { class: "muted" }, make("label", {}, encodings, " addresses and bytes"), source.length ? "" : " · the page holds no source: --with-source puts it beside the code")),
    make("div", { class: "code" }, panes));
  links.notes = notesOf(kernel);
  links.fillWhenIdle();
  links.start = () => {
    const first = kernel.code.line.flatMap((line, i) => line ? [[kernel.code.file[i], line]] : []).sort((a, b) => a[0] - b[0] || a[1] - b[1])[0];
    if (source.length && first) { const at = links.panes[0].byKey.get(first.join(":")); if (at) links.panes[0].show(at[0], true); }
    for (const one of links.panes.filter((pane) => pane.isCode)) one.show(Math.max(0, one.lines.findIndex((line) => line.key) - 1), true);
  };
  return section;
}

// ---- Cards.

function resourceCard(kernel, other) {
  const limits = kernel.limits || {};
  const of = { registers: limits.registers, scalar_registers: limits.scalar_registers, local_bytes: limits.local_bytes };
  const rows = data.metrics.filter(({ name }) => name in kernel.metrics || (other && name in other.metrics)).map(({ name, title }) => {
    const value = kernel.metrics[name], limit = of[name];
    const text = value === undefined ? "not known" : limit ? `${value} of ${limit}` : String(value);
    const cells = [title, { text, class: "n" }];
    if (!other) cells.push({ text: value !== undefined && limit ? bar(value / limit, `${title}: ${text}`) : "" });
    if (other) {
      const before = other.metrics[name];
      const isKnown = value !== undefined && before !== undefined && value !== before;
      const found = other.build === kernel.build ? undefined : changeOf(kernel)?.figures.find((one) => one.figure === title);
      const verdict = found?.worse ? "worse" : found?.better ? "better" : "";
      cells.push({ text: before === undefined ? "not known" : String(before), class: "n" }, { text: isKnown ? `${value > before ? "+" : "−"}${Math.abs(value - before)} ${verdict}`.trim() : "", class: verdict });
    }
    return cells;
  });
  const head = ["", ...(other ? [{ text: other.build === kernel.build ? kernel.target : data.builds[kernel.build], class: "n" }, { text: otherName(kernel, other), class: "n" }, "change"] : [{ text: "needs", class: "n" }, "of the chip's"])];
  return make("section", { class: "card", id: "resources" }, make("h3", {}, "Resources"),
    rows.length ? table("Resources of the kernel", head, rows) : make("p", { class: "muted" }, kernel.format === "ptx" ? "PTX has no registers of a chip yet: compile for cubin: to know them." : "The compiler says nothing of what this kernel needs."),
    instructionMix(kernel, other), make("p", { id: "maths" }, kernel.maths));
}

// The instructions of a kernel by what they do, as a bar and in words.
function instructionMix(kernel, other) {
  if (!("instructions" in kernel.resources)) return "";
  const kinds = [["memory_instructions", "of memory"], ["local_instructions", "of local memory"], ["arithmetic_instructions", "arithmetic"], ["branch_instructions", "branches"]];
  const matricesOf = (one) => one.resources.matrix_instructions ? ` (${one.resources.matrix_instructions} of matrices)` : "";
  const partsOf = (one) => { const parts = kinds.map(([name, text]) => [name === "arithmetic_instructions" ? text + matricesOf(one) : text, one.resources[name] || 0]); return [...parts, ["others", one.resources.instructions - parts.reduce((sum, [, count]) => sum + count, 0)]]; };
  const row = (one) => {
    const all = one.resources.instructions, width = 320;
    let x = 0;
    const drawn = partsOf(one).map(([text, count], i) => { const part = width * count / Math.max(1, all); x += part; return count ? make("rect", { x: x - part, y: 0, width: Math.max(1, part - 1), height: 12, fill: i === 4 ? "var(--track)" : `var(--s${i})` }, make("title", {}, `${count} ${text}`)) : ""; });
    const words = partsOf(one).filter(([, count]) => count).map(([text, count]) => `${count} ${text}`).join(", ");
    return [make("p", { class: "muted" }, `${other ? `${one === kernel && other.build === kernel.build ? kernel.target : one === kernel ? data.builds[kernel.build] : otherName(kernel, other)}: ` : ""}${counted(all, "instruction")}: ${words}`),
      make("svg", { class: "wide", viewBox: `0 0 ${width} 12`, width, height: 12, role: "img", "aria-label": `${counted(all, "instruction")}: ${words}` }, drawn)];
  };
  const sample = (i) => make("svg", { width: 12, height: 12, viewBox: "0 0 12 12", "aria-hidden": "true" }, make("rect", { x: 0, y: 2, width: 12, height: 8, fill: i === 4 ? "var(--track)" : `var(--s${i})` }));
  return make("div", { id: "mix" }, row(kernel), other && "instructions" in other.resources ? row(other) : "",
    make("ul", { class: "legend" }, [...kinds.map(([, text]) => text), "others"].map((text, i) => make("li", {}, sample(i), text))));
}

const otherName = (kernel, other) => other.build === kernel.build ? other.target : data.builds[other.build];

function slider(id, label, max, step, value, text, change) {
  const shown = make("output", { for: id }, text(value));
  const input = make("input", { type: "range", id, min: step > 1 && id === "what-if-group" ? step : 0, max, step, value, input: () => { shown.textContent = text(Number(input.value)); change(Number(input.value)); remember(); } });
  return make("div", { class: "slider" }, make("label", { for: id }, label), shown, input);
}

// The occupancy of each size of a group as bars, the chosen one marked.
function occupancyChart(occupancy, group, local, registers) {
  const width = 320, height = 74, count = occupancy.by_waves.length, step = width / count;
  const bars = occupancy.by_waves.map((_, i) => {
    const size = Math.min((i + 1) * occupancy.wave, occupancy.max_group);
    const found = window.clcOccupancy(occupancy, size, local, registers), tall = found ? (found.waves / found.max_waves) * (height - 16) : 0;
    const isHere = Math.ceil(group / occupancy.wave) === i + 1;
    return [make("rect", { x: i * step + 0.5, y: height - 14 - tall, width: Math.max(1, step - 1.5), height: Math.max(1, tall), fill: isHere ? "var(--s1)" : "var(--s0)", opacity: isHere ? 1 : 0.55 },
      make("title", {}, `${size} work-items: ${percent(found.waves / found.max_waves)}`)), isHere && make("text", { x: Math.min(width - 14, Math.max(10, (i + 0.5) * step)), y: height - 2, "text-anchor": "middle", class: "strong" }, String(group))];
  });
  return make("svg", { class: "wide", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `Occupancy for groups of up to ${occupancy.max_group} work-items; ${group} is chosen` }, bars);
}

const durationText = (us) => us < 1e3 ? `${short(us)} us` : us < 1e6 ? `${short(us / 1e3)} ms` : `${short(us / 1e6)} s`;

// The forecast of the launch on each product, which follows the sliders.
function forecastTable(kernel) {
  const element = make("div", { id: "forecast", "aria-live": "polite" }), known = kernel.forecast;
  if (!known) return { element, show: () => {} };
  if (known.unknown) { element.append(make("p", { class: "muted" }, `No time: ${known.unknown}.`)); return { element, show: () => {} }; }
  const chips = data.chips[kernel.target] || [];
  const show = (group, local, registers) => {
    const rows = chips.map((chip) => {
      const found = window.clcForecastOf(kernel, chip, group, local, registers);
      return [chip.product + (chip.checked ? "" : " *"), ...(found ? [durationText(found.us), durationText(found.least_us), durationText(found.most_us)] : ["", "", ""]).map((text) => ({ text, class: "n" })), found ? found.bound_by : "cannot run"];
    });
    element.replaceChildren(table("Forecast of the launch", ["product", { text: "time", class: "n" }, { text: "from", class: "n" }, { text: "to", class: "n" }, "bound by"], rows),
      make("p", { class: "muted" }, `${chips.some((chip) => !chip.checked) ? "*: computed, never checked. " : ""}${group === known.group ? "" : "Of another group it is taken that the work of a wave stays the same. "}${known.usual_registers && registers === null ? `Registers are taken to be ${known.usual_registers}.` : ""}`));
  };
  return { element, show };
}

function occupancyCard(kernel) {
  const occupancy = kernel.occupancy;
  const card = make("section", { class: "card", id: "occupancy" }, make("h3", {}, "Occupancy, and what if"));
  if (occupancy.unknown) { card.append(make("p", { class: "muted" }, `Not known: ${occupancy.unknown}.`)); return card; }
  if (chosen.group === null) chosen.group = kernel.work_group;
  if (chosen.local === null) chosen.local = kernel.dynamic_local;
  if (chosen.registers === undefined) chosen.registers = kernel.assumed_registers ?? null;
  const group = () => Math.max(1, chosen.group);
  const most = kernel.limits ? kernel.limits.local_bytes : 65536;
  const result = make("div", { "aria-live": "polite", id: "what-if" });
  const forecast = forecastTable(kernel);
  const show = () => {
    forecast.show(group(), chosen.local, chosen.registers);
    const found = window.clcOccupancy(occupancy, group(), chosen.local, chosen.registers);
    const part = found.waves / found.max_waves;
    result.replaceChildren(
      make("div", {}, make("span", { class: "big", id: "occupancy-percent" }, (occupancy.at_most ? "≤ " : "") + percent(part)), ` ${found.waves} of ${found.max_waves} waves of the ${found.unit}, ${found.groups} groups`),
      bar(part, `Occupancy ${percent(part)}`, 1),
      make("p", { id: "occupancy-limits" }, found.groups === 0 ? "The kernel cannot run so: " : "Limited by ", found.limits.join(", ")),
      occupancyChart(occupancy, group(), chosen.local, chosen.registers));
  };
  card.append(result, forecast.element,
    slider("what-if-group", "Work-items of a group", occupancy.max_group, occupancy.wave, group(), String, (value) => { chosen.group = Math.max(1, value); show(); }),
    slider("what-if-local", "Local memory of arguments", most, 256, chosen.local, (value) => `${value} bytes`, (value) => { chosen.local = value; show(); }),
    slider("what-if-registers", "Registers of a work-item", occupancy.most_registers, 1, chosen.registers ?? 0, (value) => value ? String(value) : "as compiled", (value) => { chosen.registers = value || null; show(); }));
  if (kernel.group_is_required) card.append(make("p", { class: "muted" }, `The kernel requires groups of ${kernel.work_group}.`));
  if (occupancy.at_most) card.append(make("p", { class: "muted" }, "At most: registers and static local memory of PTX are not known before ptxas; compile for cubin: to know them."));
  show();
  return card;
}

function findingsCard(kernel) {
  const facts = kernel.facts;
  const items = (facts ? facts.findings : []).map((finding) => make("li", {}, make("button", { type: "button", click: () => goTo(finding) },
    make("b", {}, make("span", { class: `tag ${finding.level}` }, finding.rule), " ", placeText(finding)), finding.text)));
  const why = !facts ? "Memory accesses are known of sources, for targets that name a chip: clc report FILE.cl -t TARGET --format html." : facts.incomplete ? `Not looked at to the end: ${facts.incomplete}.` : "Nothing found.";
  return make("section", { class: "card", id: "findings" }, make("h3", {}, `Findings and advice${items.length ? ` (${items.length})` : ""}`),
    items.length ? make("ul", { class: "findings" }, items) : make("p", { class: "muted" }, why),
    facts && facts.incomplete && items.length ? make("p", { class: "muted" }, why) : "");
}

function accessSection(kernel) {
  if (!kernel.facts || !kernel.facts.accesses.length) return "";
  const facts = kernel.facts;
  const rows = facts.accesses.map((access) => [
    make("button", { type: "button", click: () => links.select(`${access.file}:${access.line}`, null) }, placeText(access)),
    access.kind, access.space, access.bytes, access.pattern, access.waves, { text: access.cost, class: "n" }, { text: access.best, class: "n" }, { text: access.efficiency, class: "n" }, access.note]);
  return make("section", { class: "card", id: "accesses" }, make("h3", {}, `Memory accesses: groups of ${facts.group.join("×")}, waves of ${facts.wave}, transactions of ${facts.segment} bytes`),
    table("Memory accesses", ["place", "access", "memory", { text: "bytes", class: "n" }, "pattern", { text: "waves", class: "n" }, { text: "cost", class: "n" }, { text: "best", class: "n" }, { text: "efficiency", class: "n" }, "note"], rows, true));
}

// ---- Roofline.

const speedKinds = ["float", "double", "half", "matrix_half", "matrix_float", "matrix_double", "matrix_float8"];
const kindText = (kind) => kind.replace("float8", "fp8").replace(/^matrix_(.*)/, "$1 matrices");

// The work of a mean work-item. Nothing where operations or bytes are not known.
function itemWork(kernel) {
  const work = kernel.facts ? kernel.facts.work : {}, items = kernel.facts ? kernel.facts.group.reduce((a, b) => a * b, 1) : 1;
  const each = (name) => work[name] === undefined ? undefined : work[name] / items;
  const kinds = speedKinds.map((kind) => [kind, each(`${kind}_operations`)]);
  const operations = kinds[0][1] === undefined ? undefined : kinds.reduce((sum, [, count]) => sum + (count ?? 0), 0);
  const decides = [...new Set([...(work.operations_depend_on || []), ...(work.bytes_depend_on || [])])];
  return { kinds: kinds.filter(([, count]) => count), operations, bytes: each("bytes"), least: each("least_bytes"), most: each("most_bytes"), decides,
    assumes: work.at_most ? work.assumes : null, hasImages: work.images_not_counted, isWhole: operations > 0 && work.least_bytes > 0 && !work.images_not_counted };
}

// Operations a second, where nothing but memory and arithmetic takes time; nothing where a speed is not documented.
function attainable(work, bytes, chip) {
  if (work.kinds.some(([kind]) => !chip[kind])) return null;
  const memory = bytes / chip.bytes, arithmetic = work.kinds.reduce((sum, [kind, count]) => sum + count / chip[kind], 0);
  return { speed: work.operations / Math.max(memory, arithmetic), isMemory: memory > arithmetic };
}

const speedText = (speed) => axisText(speed, 10).replace(/[kMGT]?$/, " $&FLOP/s");
const exactly = (count) => Number.isInteger(count) ? String(count) : short(count);
const rangeText = (least, most, text = short) => text(least) === text(most) ? text(least) : `${text(least)}–${text(most)}`;
const workNote = (work) => [work.hasImages ? "images are not counted" : "", work.decides.length ? `decided by ${work.decides.join(", ")}` : work.assumes ? `at most${work.assumes.length ? `, as ${work.assumes.join(", ")} decide` : ""}` : ""].filter(Boolean).join("; ");

function rooflineRow(kernel, chip) {
  const work = itemWork(kernel), number = (text) => ({ text, class: "n" });
  const found = chip && work.isWhole ? attainable(work, work.most, chip) : null;
  return [make("button", { type: "button", "aria-current": String(nameOf(kernel) === chosen.kernel), click: () => open(kernel) }, nameOf(kernel)), ...(data.builds.length > 1 ? [data.builds[kernel.build]] : []),
    number(work.operations === undefined ? "not known" : work.kinds.map(([kind, count]) => `${exactly(count)} ${kindText(kind)}`).join(" + ") || "0"),
    number(work.bytes === undefined ? "not known" : exactly(work.bytes)), number(work.most === undefined ? "not known" : rangeText(work.least, work.most, exactly)),
    number(work.isWhole ? short(work.operations / work.bytes) : "–"), number(work.isWhole ? rangeText(work.operations / work.most, work.operations / work.least) : "–"),
    number(found ? speedText(found.speed) : "–"), found ? (found.isMemory ? "memory" : "arithmetic") : work.isWhole && chip ? "speed not documented" : "", workNote(work)];
}

function rooflineChart(kernel, kernels, chip) {
  const point = (one, name, bytes, of) => {
    const work = itemWork(one), found = attainable(work, work[bytes], chip);
    return found && { x: work.operations / work[bytes], y: found.speed / 1e9,
      text: `${name}: ${short(work.operations / work[bytes])} FLOP a byte ${of}, at most ${speedText(found.speed)}, limited by ${found.isMemory ? "memory" : "arithmetic"}${workNote(work) && ` (${workNote(work)})`}` };
  };
  const whole = kernels.filter((one) => itemWork(one).isWhole);
  const pointsOf = (list, bytes, of) => list.map((one) => point(one, one.build ? `${one.kernel} of ${data.builds[one.build]}` : one.kernel, bytes, of)).filter(Boolean);
  const others = whole.filter((one) => one !== kernel);
  const here = whole.includes(kernel) ? [kernel] : [];
  const series = [{ name: "other kernels, bytes of their transactions", points: pointsOf(others, "most", "of transactions") },
    { name: `${kernel.kernel}, bytes that it asks for`, points: pointsOf(here, "bytes", "asked for") },
    { name: `${kernel.kernel}, bytes of its transactions`, points: pointsOf(here, "most", "of transactions") }];
  const all = series.flatMap((one) => one.points);
  if (!all.length) return [];
  const used = new Set(whole.flatMap((one) => itemWork(one).kinds.map(([kind]) => kind)));
  const kinds = speedKinds.filter((kind) => chip[kind] && used.has(kind));
  const ridges = kinds.map((kind) => chip[kind] / chip.bytes);
  const from = Math.min(...ridges.map((x) => x / 10), ...all.map((one) => one.x)), to = Math.max(...ridges.map((x) => x * 10), ...all.map((one) => one.x));
  const dashes = { float: "none", double: "8 4", half: "2 4", matrix_half: "12 4 2 4", matrix_float: "12 4", matrix_double: "8 4 2 4", matrix_float8: "16 4" };
  const lines = kinds.map((kind) => ({ points: [{ x: from, y: from * chip.bytes / 1e9 }, { x: chip[kind] / chip.bytes, y: chip[kind] / 1e9 }, { x: to, y: chip[kind] / 1e9 }],
    dash: dashes[kind], name: `${speedText(chip[kind])} of ${kindText(kind)}, ${short(chip.bytes / 1e9)} GB/s`, at: { x: to, y: chip[kind] / 1e9 } }));
  const chart = logChart({ title: `Roofline of ${chip.product}`, summary: all.map((one) => one.text).join("; "), x: { title: "FLOP a byte" }, y: { title: "GFLOP/s" }, series, lines });
  return [chart, legend(series.map((one) => one.name), Object.fromEntries(kinds.map((kind) => [`at most, of ${kindText(kind)}`, dashes[kind]])))];
}

function rooflineSection(kernel, other) {
  if (!kernel.facts) return "";
  const kernels = data.kernels.filter((one) => one.facts && one.target === kernel.target && (one.build === kernel.build || one === other));
  const chips = (data.peaks || {})[kernel.target] || [];
  const content = make("div", {});
  const show = () => {
    const chip = chips.find((one) => one.product === chosen.chip) || chips[0];
    const chart = chip ? rooflineChart(kernel, kernels, chip) : [];
    const number = (text) => ({ text, class: "n" });
    const head = ["kernel", ...(data.builds.length > 1 ? ["build"] : []), ...["FLOP", "bytes asked for", "of transactions", "FLOP a byte", "of transactions", "at most"].map(number), "limited by", "note"];
    content.replaceChildren(
      make("p", { class: "muted" }, !chip ? `No product with ${kernel.target} is known here whose speed its vendor documents: no roof.` : `${chip.product}, as documented: ${speedKinds.filter((kind) => chip[kind]).map((kind) => `${speedText(chip[kind])} of ${kindText(kind)}`).join(", ")}, ${short(chip.bytes / 1e9)} GB/s (${chip.source}${chip.matrix_source ? `; matrices: ${chip.matrix_source}` : ""}).${chart.length ? "" : " No kernel has a place under this roof: see the table."}`),
      ...chart, table(`Operations and bytes of a work-item, for ${kernel.target}`, head, kernels.map((one) => rooflineRow(one, chip)), true),
      make("p", { class: "muted" }, "Of a mean work-item, counted in the optimised code; no caches. What arguments and group ids decide, clc report knows with --arg NAME=NUMBER and --global-size N."));
  };
  show();
  const chipChoice = chips.length > 1 ? make("p", {}, choice("Chip", "chip", chips.map((one) => [one.product, one.product]), chosen.chip, (value) => { chosen.chip = value; show(); remember(); })) : "";
  return make("section", { class: "card", id: "roofline" }, make("h3", {}, "Roofline"), chipChoice, content);
}

// ---- The page.

const kernelsOf = (name, build) => data.kernels.filter((kernel) => nameOf(kernel) === name && kernel.build === build);

function open(kernel) {
  if (nameOf(kernel) !== chosen.kernel) chosen.group = chosen.local = null;
  choose({ kernel: nameOf(kernel), target: kernel.target });
}

function choose(choices) {
  const isOther = "kernel" in choices && choices.kernel !== chosen.kernel, place = isOther ? "" : selectedPlace();
  Object.assign(chosen, choices);
  draw();
  selectPlace(place);
  remember();
}

const selectedPlace = () => links.selected ? placeOfKey(links.selected) : chosen.line;

// Selects "FILE:LINE"; where the page does not have the file yet, when it does.
function selectPlace(place) {
  const [, name, line] = place.match(/^(.*):(\d+)$/) || [], file = data.files.indexOf(name);
  chosen.line = file < 0 ? place : "";
  if (file >= 0) links.select(`${file}:${line}`, null);
}

// The address of what one sees: choices that are not the page's own, and the line.
function remember() {
  const kernel = shownKernel;
  if (!kernel) return;
  const words = new URLSearchParams({ kernel: nameOf(kernel), target: kernel.target });
  for (const [name, own] of [["group", kernel.work_group], ["local", kernel.dynamic_local], ["registers", kernel.assumed_registers ?? null]])
    if (chosen[name] !== null && chosen[name] !== undefined && chosen[name] !== own) words.set(name, chosen[name]);
  if ((chosen.compare ?? "") !== (data.changes ? "1|" : "")) words.set("compare", chosen.compare ?? "");
  if (chosen.chip) words.set("chip", chosen.chip);
  if (links.selected) words.set("line", placeOfKey(links.selected));
  try { history.replaceState(null, "", `#${words}`); } catch { /* a browser that keeps the address of files */ }
}

// Draws what the address names, where the page has it.
function recall() {
  const words = new URLSearchParams(location.hash.slice(1));
  Object.assign(chosen, { compare: null, chip: "", group: null, local: null, registers: undefined });
  for (const name of ["kernel", "target", "compare", "chip"]) if (words.has(name)) chosen[name] = words.get(name);
  for (const name of ["group", "local", "registers"]) if (/^\d{1,9}$/.test(words.get(name) || "")) chosen[name] = Number(words.get(name));
  draw();
  selectPlace(words.get("line") || "");
}
// The link to the kernel, #main, names nothing to draw.
window.addEventListener("hashchange", () => /[#&]kernel=/.test(location.hash) ? recall() : remember());

function others(kernel) {
  const found = data.kernels.filter((one) => one !== kernel && nameOf(one) === chosen.kernel && (one.build === kernel.build || one.target === kernel.target));
  return found.map((one) => one.build === kernel.build ? [`${one.build}|${one.target}`, one.target, one] : [`${one.build}|`, `${data.builds[one.build]} (what changed)`, one]);
}

function kernelList(names, current) {
  const list = make("ul", {}), byName = new Map(names.map((name) => [name, []]));
  for (const kernel of data.kernels) if (kernel.build === 0) byName.get(nameOf(kernel)).push(kernel);
  const filter = make("input", { type: "search", id: "filter", placeholder: `Filter ${names.length} kernels`, "aria-label": "Filter kernels", value: chosen.filter, input: () => { chosen.filter = filter.value; show(); } });
  const show = () => {
    const wanted = chosen.filter.toLowerCase();
    list.replaceChildren(...names.filter((name) => name.toLowerCase().includes(wanted)).map((name) => {
      const kernels = byName.get(name), [first] = kernels;
      const count = Math.max(0, ...kernels.map((kernel) => kernel.facts ? kernel.facts.findings.length : 0));
      const verdicts = [...new Set((data.changes || []).filter((change) => nameOf(change) === name).map(verdictOf))];
      return make("li", {}, make("button", { type: "button", "aria-current": String(name === current), click: () => open(kernels.find((kernel) => kernel.target === chosen.target) || first) }, first.kernel, make("small", {}, `${first.module} · ${counted(kernels.length, "target")}${count ? ` · ${counted(count, "finding")}` : ""}${verdicts.map((verdict) => ` · ${verdict}`).join("")}`)));
    }));
  };
  show();
  return make("nav", { class: "list", "aria-label": "Kernels" }, make("div", { class: "inner" }, filter, list));
}

function topBar(kernel, compared) {
  const targets = kernelsOf(chosen.kernel, 0).map((one) => [one.target, one.target]);
  return make("header", { class: "top" }, make("h1", {}, data.title),
    targets.length > 1 ? choice("Target", "target", targets, kernel.target, (value) => choose({ target: value })) : "",
    kernel ? choice("Compare", "compare", [["", "nothing"], ...compared], chosen.compare, (value) => choose({ compare: value })) : "",
    make("span", { class: "gap" }), make("small", { class: "muted" }, data.generator), themeButton());
}

// The verdict of `clc diff` on a kernel: the page has none of its own.
const changeOf = (kernel) => (data.changes || []).find((change) => nameOf(change) === nameOf(kernel) && change.target === kernel.target);
const verdictOf = (change) => change.kind !== "changed" ? change.kind : change.worse ? "worse" : change.figures.some((one) => one.better) ? "better" : "changed";
const verdictCell = (one) => one.worse ? { text: "worse", class: "worse" } : one.better ? { text: "better", class: "better" } : "";

function changesSection() {
  if (!data.changes) return "";
  const rows = data.changes.flatMap((change) => {
    const kernel = data.kernels.find((one) => one.build === 0 && nameOf(one) === nameOf(change) && one.target === change.target);
    const name = kernel ? make("button", { type: "button", click: () => open(kernel) }, nameOf(change)) : nameOf(change);
    const lines = change.figures.map((one) => [one.figure, { text: one.before ?? "not known", class: "n" }, { text: one.after ?? "not known", class: "n" }, verdictCell(one)]);
    if (change.kind !== "changed") lines.unshift([change.kind, "", "", change.worse ? { text: "worse", class: "worse" } : ""]);
    else if (change.code_changed) lines.push(["code", "", "", "changed"]);
    else if (!lines.length) lines.push(["binary only", "", "", ""]);
    return lines.map((line, i) => [i ? "" : name, i ? "" : change.target, ...line]);
  });
  const number = (text) => ({ text, class: "n" });
  return make("section", { class: "card", id: "changes" }, make("h3", {}, `Since ${data.builds[1]}: ${data.changes_summary}`),
    rows.length ? table("What changed", ["kernel", "target", "figure", number("before"), number("after"), "verdict"], rows, true) : "");
}

// Where the time of a program's launches goes, the longest kernel first.
function programSection() {
  const program = data.program;
  if (!program) return "";
  const number = (text) => ({ text, class: "n" });
  const rows = program.all.flatMap((all) => {
    const of = (one) => one.target === all.target && one.product === all.product;
    const name = `${all.product}${all.checked ? "" : " *"}`;
    const cells = (one, share) => [number(String(one.launches)), number(durationText(one.us)), number(durationText(one.least_us)), number(one.most_us === undefined ? "not known" : durationText(one.most_us)), { text: bar(share, percent(share), 2) }, number(percent(share))];
    return [...program.kernels.filter(of).map((one) => [one.kernel, one.target, name, ...cells(one, one.share), one.bound_by]), ["all", all.target, name, ...cells(all, 1), ""]];
  });
  return make("section", { class: "card", id: "program" }, make("h3", {}, "Where the time would go"),
    table("Times of the launches by kernel", ["kernel", "target", "product", number("launches"), number("time"), number("from"), number("to"), "share", "", "bound by"], rows),
    make("p", { class: "muted" }, program.notes.trim(), program.all.every((all) => all.checked) ? "" : " *: computed, never checked."));
}

function diagnosticsSection() {
  const shown = data.diagnostics.filter((one) => !data.kernels.length || one.severity !== "remark");
  if (!shown.length) return "";
  return make("section", { class: "card", id: "diagnostics" }, make("h3", {}, "Diagnostics"), make("ul", { class: "findings" }, shown.map((one) => make("li", {}, make("span", { class: `tag ${one.severity}` }, one.severity), ` ${one.line ? placeText(one) + ": " : ""}${one.text}`))));
}

function draw() {
  links = new Links();
  const names = [...new Set(data.kernels.filter((kernel) => kernel.build === 0).map(nameOf))];
  if (chosen.compare === null && data.changes) {
    // The page opens with what changed, at a kernel that did.
    const first = data.changes.find((change) => change.kind === "changed");
    chosen.compare = "1|";
    if (first && !chosen.kernel) { chosen.kernel = nameOf(first); chosen.target = first.target; }
  }
  if (names.length && !names.includes(chosen.kernel)) { chosen.kernel = names[0]; chosen.group = chosen.local = null; }
  const candidates = kernelsOf(chosen.kernel, 0);
  const kernel = candidates.find((one) => one.target === chosen.target) || candidates[0];
  shownKernel = kernel;
  const compared = kernel ? others(kernel) : [];
  const other = (compared.find(([value]) => value === chosen.compare) || [])[2];
  const focused = document.activeElement ? document.activeElement.id : "";
  const main = make("main", { id: "main" }, diagnosticsSection(), programSection(), changesSection());
  if (kernel) {
    main.append(overviewSection(), make("div", { class: "head" }, make("h2", {}, kernel.kernel), make("span", { class: "muted" }, `module ${kernel.module} for ${kernel.target}`)),
      factsSection(kernel, other), codeSection(kernel, other), accessSection(kernel), rooflineSection(kernel, other));
  } else {
    main.append(make("p", {}, "No kernels."));
  }
  document.getElementById("page").replaceChildren(make("a", { class: "skip", href: "#main" }, "To the kernel"), topBar(kernel, compared.map(([value, text]) => [value, text])),
    data.has_source ? make("aside", { class: "notice", "aria-label": "Warning", id: "source-notice" }, "This page holds source code: it is not for shipping.") : "",
    make("div", { class: "frame" + (names.length > 1 ? "" : " single") }, names.length > 1 ? kernelList(names, chosen.kernel) : "", main),
    make("div", { id: "said", class: "hidden", role: "status" }));
  links.start?.();
  showRow();
  if (focused) document.getElementById(focused)?.focus();
}

// New data for the page, as `clc serve` gives them: what was chosen stays chosen where it is still there.
window.clcUpdate = (update) => {
  const places = links.panes.map((one) => one.element.scrollTop), place = selectedPlace();
  data = update;
  document.title = data.title;
  draw();
  links.panes.forEach((one, i) => { one.element.scrollTop = places[i] || 0; });
  selectPlace(place);
  if (location.hash) remember();
};
data = pageData();
document.title = data.title;
recall();
