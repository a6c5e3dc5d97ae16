// Source and code of a kernel side by side, with what is known of each line.

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

// ---- Cells of the gutter.

function heatCell(cost, most) {
  if (!cost) return null;
  const times = cost.ideal ? cost.most / cost.ideal : 1;
  return { text: `${cost.isKnown ? "" : "≤ "}${cost.most}${times > 1.05 ? ` ×${short(times)}` : ""}`, title: cost.texts.join("\n"), look: "on", share: 0.08 + 0.62 * cost.most / most };
}

// The mark of a line with a fault, or else with a finding.
function markCell(faults, findings) {
  const texts = [...(faults || []), ...(findings || []).map((one) => one.text)];
  return texts.length ? { text: faults ? "✗" : "!", title: texts.join("\n"), look: faults ? "fault" : "" } : null;
}

// Clocks of a wait as a bar, and for what it waits in the title.
const waitCell = (wait, most, words) => wait ? { text: `${wait.clocks} clk`, title: words, look: "on", share: `${100 * wait.clocks / most}%` } : null;

function liveCell(value, most) {
  if (value === null || value === undefined) return null;
  return { text: value === most ? `max ${value}` : String(value), title: aliveText(value), look: "on" + (value === most ? " most" : ""), share: `${100 * value / most}%` };
}
const aliveText = (value) => `${counted(value, "register")} of 32 bits alive here.`;

const gutterColumns = {
  mark: { title: "", look: "mark", tip: "✗: a fault that runs have shown; !: a finding" },
  number: { title: "line", look: "n", tip: "The number of the line" },
  ran: { title: "ran", look: "k", tip: "How many work-items ran the line; ◐: a branch that never took one side", way: "measured" },
  memory: { title: "memory", look: "h", tip: "Transactions or passes of the line's accesses for a group, × the ideal; ≤: at most", way: "counted" },
  stalls: { title: "stalls", look: "v", tip: "Clocks that a lone wave waits here, before other waves hide them", way: "modelled" },
  alive: { title: "alive", look: "v", tip: "Registers of a work-item that are needed later, the most marked", way: "counted" },
  from: { title: "line", look: "from", tip: "The line of the source that the instruction was made of" },
  arrows: { title: "", look: "arrows", tip: "Branches: → and ← go along them" },
};

const stallsByLine = (kernel) => new Map((kernel.stalls || []).map((one) => [`${one.file}:${one.line}`, one]));
const stallText = (stall) => `A lone wave stalls ${stall.clocks} clocks in this line, mostly for ${stall.reason}; other waves hide all but ${stall.left}.`;

// ---- Lines of the source.

// The text of a source of the other build, of the same name; or of another name where each build has but one.
function sourceBefore(source, build) {
  const before = data.sources[1 - build] || [];
  return before.find((one) => one.file === source.file) || (before.length === 1 && data.sources[build].length === 1 ? before[0] : null);
}

const linesOfText = (text) => text.replace(/\n$/, "").split("\n");

// Rows of both texts side by side: [line before, line now], -1 where one has none; lines that took the place of others stand beside them.
function alignment(marks) {
  const rows = [], [before, now] = marks;
  for (let i = 0, j = 0; i < before.length || j < now.length;) {
    if (before[i] === "" && now[j] === "") { rows.push([i++, j++]); continue; }
    const gone = i, come = j;
    while (before[i]) ++i;
    while (now[j]) ++j;
    for (let k = 0; k < Math.max(i - gone, j - come); ++k) rows.push([gone + k < i ? gone + k : -1, come + k < j ? come + k : -1]);
  }
  return rows;
}

// Where lines of the other build's source are in the chosen one's: {"FILE:LINE": key}. Lines that are gone have keys of their own.
function keysSince(kernel) {
  const keys = new Map();
  for (const source of data.sources[kernel.build] || []) {
    const before = sourceBefore(source, kernel.build);
    if (!before) continue;
    const rows = alignment(differences(linesOfText(before.text), linesOfText(source.text)));
    for (const [i, j] of rows) if (i >= 0) keys.set(`${before.file}:${i + 1}`, j >= 0 ? `${source.file}:${j + 1}` : `${before.file}:-${i + 1}`);
  }
  return keys;
}

function sourceColumns(kernel, costs) {
  const { mark, number, ran, memory, stalls } = gutterColumns;
  return [...(kernel.facts || data.faults ? [mark] : []), number, ...(data.coverage ? [ran] : []), ...(costs.size ? [memory] : []), ...(kernel.stalls ? [stalls] : [])];
}

// With the lines that only the other build has, if one is compared.
function sourceLines(kernel, isCompared) {
  const costs = costsByLine(kernel), findings = findingsByLine(kernel), faults = faultsByLine(kernel), ran = ranLines(), stalls = stallsByLine(kernel);
  const most = Math.max(1, ...[...costs.values()].map((cost) => cost.most)), mostStalled = Math.max(1, ...[...stalls.values()].map((one) => one.clocks));
  const wanted = new Set([...kernel.code.file, ...(kernel.facts ? kernel.facts.accesses.map((access) => access.file) : [])]);
  const columns = sourceColumns(kernel, costs), lines = [];
  const add = (source, texts, states, i, look) => {
    const key = `${source.file}:${look === "removed" ? "-" : ""}${i + 1}`, stall = stalls.get(key);
    const cells = { mark: markCell(faults.get(key), findings.get(key)), line: { text: String(i + 1) }, ran: data.coverage && countCell(ran.get(key), true),
      memory: heatCell(costs.get(key), most), stalls: waitCell(stall, mostStalled, stall ? stallText(stall) : "") };
    lines.push({ key, look, text: texts[i], cells: columns.map(({ title }) => cells[title || "mark"]), draw: () => colouredSource(texts[i], states[i]) });
  };
  for (const source of data.sources[kernel.build] || []) {
    if (!wanted.has(source.file)) continue;
    lines.push({ key: "", look: "file", text: data.files[source.file] });
    const texts = linesOfText(source.text), states = commentStates(texts), before = isCompared && sourceBefore(source, kernel.build), textsBefore = before ? linesOfText(before.text) : [];
    const marks = before ? differences(textsBefore, texts) : [[], texts.map(() => "")], statesBefore = commentStates(textsBefore);
    for (const [i, j] of before ? alignment(marks) : texts.map((_, j) => [-1, j])) {
      if (i >= 0 && marks[0][i]) add(before, textsBefore, statesBefore, i, "removed");
      if (j < 0) continue;
      add(source, texts, states, j, marks[1][j]);
      for (const one of data.diagnostics.filter((one) => one.file === source.file && one.line === j + 1)) lines.push({ key: "", look: `diag ${one.severity}`, text: `${one.severity}: ${one.text}` });
    }
  }
  return [columns, lines];
}

// ---- Lines of code.

function waitsOf(kernel) {
  const waits = kernel.code.waits || [];
  return { by: new Map(waits.map((one) => [one.at, one])), most: Math.max(1, ...waits.map((one) => one.clocks)) };
}

function waitText(wait, texts) {
  const on = wait.on === undefined ? "" : `: ${comparable(texts[wait.on])}`;
  return `A lone wave stalls ${wait.clocks} clocks here for ${wait.reason}${on}; other waves hide all but ${wait.left}.`;
}

// How many lines stand before the first instruction.
function prologueOf(kernel) {
  const { line } = kernel.code, counts = aliveOf(kernel)?.counts, first = textsOf(kernel).findIndex((text, i) => operationOf(text) && (line[i] || (counts?.[i] ?? null) !== null));
  return first > 2 ? first : 0;
}

function codeColumns(kernel, faults, flow) {
  const { mark, ran, alive, stalls, from, arrows } = gutterColumns, { code } = kernel;
  return [...(faults.size ? [mark] : []), ...(data.coverage ? [ran] : []), ...(code.alive ? [alive] : []), ...(code.waits ? [stalls] : []),
    { ...from, look: "from" + (data.has_source ? "" : " wide") }, ...(flow.branches.length ? [arrows] : [])];
}

// Lines of the kernel's code: all, or beside another build as `compared` says: {rows, -1 for a gap; marks; prologue, in rows; keys, of places
// that are now elsewhere}.
function codeLines(kernel, { rows, marks = [], prologue = rows ? 0 : prologueOf(kernel), keys } = {}) {
  const { code } = kernel, live = aliveOf(kernel)?.counts || [], waits = waitsOf(kernel), texts = textsOf(kernel), faults = faultsByLine(kernel), ran = ranLines(), flow = flowOf(kernel);
  const most = live.reduce((a, b) => Math.max(a, b ?? 0), 1), columns = codeColumns(kernel, faults, flow);
  const lineOf = (i, row) => {
    const folds = row < prologue ? "pro " : "";
    if (i < 0) return { key: "", look: folds + "gap", text: "", cells: [], draw: () => "" };
    const text = texts[i], operation = operationOf(text), place = code.line[i] ? `${code.file[i]}:${code.line[i]}` : "", key = operation ? place : "", wait = waits.by.get(i);
    const label = flow.names.has(i) && !/^\s*([\w$.]+:|%\w+ = OpLabel)/.test(text) ? flow.names.get(i) + ":" : "";
    const cells = { mark: markCell(faults.get(key)), ran: data.coverage && countCell(ran.get(key), flowOps.test(operation)), alive: liveCell(live[i], most),
      stalls: waitCell(wait, waits.most, wait ? waitText(wait, texts) : ""), from: place ? { text: data.has_source ? String(code.line[i]) : placeOfKey(place), title: placeOfKey(place) } : null,
      arrows: flow.arrows[i] || label ? { text: (flow.arrows[i] || "") + label } : null };
    const cellOf = ({ title, look }) => cells[look.startsWith("from") ? "from" : look === "arrows" ? look : title || "mark"];
    return { key: keys?.get(place) ?? place, at: i, look: folds + (marks[i] || ""), text, alive: cells.alive?.title, cells: columns.map(cellOf),
      draw: () => colouredCode(text, flow.names.get(flow.target.get(i))) };
  };
  return [columns, (rows || texts.map((_, i) => i)).map(lineOf), flow, prologue];
}

function paneOf(title, [columns, lines, flow, prologue], extra) {
  const list = new Pane(title, columns, lines, links, flow);
  list.element.classList.toggle("folded", Boolean(prologue) && !chosen.isUnfolded);
  const changes = lines.slice(0, prologue).filter(({ look }) => /added|removed/.test(look)).length;
  const open = () => { chosen.isUnfolded = !chosen.isUnfolded; for (const one of links.panes) one.element.classList.toggle("folded", !chosen.isUnfolded); };
  const fold = prologue ? make("button", { type: "button", class: "fold", click: open }, `${prologue} lines before the code${changes ? `, ${changes} changed` : ""}`) : "";
  return [list, make("section", { class: "pane", "aria-label": title }, make("header", {}, make("h3", {}, title), extra || "", fold), list.heads, list.element)];
}

function codePane(kernel, compared) {
  const alive = kernel.code.alive ? `at most ${kernel.alive} registers alive` : "live registers not known";
  const title = `${kernel.target}${data.builds.length > 1 ? `, ${data.builds[kernel.build]}` : ""}`;
  if (!kernel.code.line.length) return [null, make("section", { class: "pane" }, make("header", {}, make("h3", {}, title)), make("p", { class: "empty" }, kernel.no_code || "no code"))];
  return paneOf(title, codeLines(kernel, compared), make("span", { class: "muted" }, `${alive}${kernel.code.line.some(Boolean) ? "" : "; source lines not known"}`));
}

// Two builds' code side by side, the same instructions in the same row.
function comparedPanes(kernel, other) {
  const marks = differences(textsOf(other).map(comparable), textsOf(kernel).map(comparable)), rows = alignment(marks);
  const befores = rows.map(([i]) => i), nows = rows.map(([, j]) => j);
  const prologue = Math.max(0, Math.min(befores.findIndex((i) => i >= prologueOf(other)), nows.findIndex((j) => j >= prologueOf(kernel))));
  const [before, beforeElement] = codePane(other, { rows: befores, marks: marks[0], prologue, keys: keysSince(kernel) });
  const [now, nowElement] = codePane(kernel, { rows: nows, marks: marks[1], prologue });
  if (before && now) { before.twin = now; now.twin = before; }
  return [beforeElement, nowElement];
}

// Lines above the code: facts of a line, search, choices.
function aboveCode(hasSource, show) {
  const tick = (id, name, text) => { const box = make("input", { type: "checkbox", id, checked: chosen[name], change: () => { chosen[name] = box.checked; show(); } }); return make("label", {}, box, ` ${text}`); };
  const result = make("output", { for: "search" });
  const search = make("input", { type: "search", id: "search", placeholder: "Search the code ( / )", "aria-label": "Search source and code", value: chosen.search,
    input: () => { chosen.search = search.value; result.textContent = links.find(search.value, 0); },
    keydown: (event) => { if (event.key === "Enter") result.textContent = links.find(search.value, event.shiftKey ? -1 : 1); } });
  return make("div", { class: "above-code" }, make("div", { id: "line-notes", tabindex: "0", role: "region", "aria-label": "What is known of the line" }, make("span", { class: "muted" }, lineHint)),
    make("p", { class: "muted" }, search, " ", result, " ", tick("together", "together", "scroll together"), " ", tick("encodings", "encodings", "addresses and bytes"),
      hasSource ? "" : " · the page holds no source: --with-source puts it beside the code"));
}

// The first line of the source that code was made of, and the first line of code, are what one sees first.
function showStart(kernel, hasSource) {
  const first = kernel.code.line.flatMap((line, i) => line ? [[kernel.code.file[i], line]] : []).sort((a, b) => a[0] - b[0] || a[1] - b[1])[0];
  const at = hasSource && first ? links.panes[0].byKey.get(first.join(":")) : null;
  if (at) links.panes[0].show(at[0], true);
  // Not a line before the code, which would unfold them.
  for (const one of links.panes.filter((pane) => pane.isCode)) one.show(Math.max(0, one.lines.findIndex((line) => line.key && !line.look.includes("pro "))), true);
}

function codeSection(kernel, other) {
  const isBuild = other && other.build !== kernel.build;
  links.colours = colourLinks(other && !isBuild ? [kernel, other] : [kernel]);
  const source = sourceLines(kernel, isBuild), hasSource = source[1].length > 0;
  const panes = [hasSource ? paneOf("Source", source)[1] : "", ...(isBuild ? comparedPanes(kernel, other) : [codePane(kernel)[1], other ? codePane(other)[1] : ""])];
  const section = make("section", { id: "code", "aria-label": "Code" }, aboveCode(hasSource, () => show()), make("div", { class: `code${other ? " compared" : ""}` }, panes));
  const show = () => section.classList.toggle("show-enc", chosen.encodings);
  show();
  links.notes = notesOf(kernel);
  links.fillWhenIdle();
  links.start = () => { showStart(kernel, hasSource); if (chosen.search) links.find(chosen.search, null); };
  return section;
}

document.addEventListener("keydown", (event) => {
  const search = document.getElementById("search");
  if (event.key !== "/" || !search || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  event.preventDefault();
  search.focus();
});
