// Registers that are alive in a kernel's code: which they are, where they were written, and what reads them next.

// The registers that a line of code names, in order. alive_column.cpp has the same rule.
function registersNamed(text) {
  const named = new Set();
  for (const [, isPtx, file, digits, first, last, rest] of text.replace(/\/\/.*/, "").matchAll(/(%?)([A-Za-z]*)(\d*)(?:\[(\d+):(\d+)\])?([\w.$]*)[^\w.$%]*/g)) {
    if (file && !/^\w/.test(rest) && first === undefined && (isPtx || digits)) named.add(file + digits);
    for (let n = Number(first); file.length === 1 && !digits && n <= last && last - first < 64; ++n) named.add(file + n);
  }
  return [...named];
}

// As words_of() of register_set.cpp.
const wordsOfRegister = (name) => /^(s|p|P|UR|UP)\d/.test(name) ? 0 : /^(rd|fd)\d|^SPL?$/.test(name) ? 2 : /^rq\d/.test(name) ? 4 : 1;

// "v0-2s4SP.": each name.
const registersOf = (text) => [...text.matchAll(/([A-Za-z_$]+)(?:\.|(\d+)(?:-(\d+))?)/g)].flatMap(([, file, first, last]) =>
  first === undefined ? [file] : Array.from({ length: (last ?? first) - first + 1 }, (_, i) => file + (Number(first) + i)));

// [names that begin or end to be alive] by line; nothing where that is not known.
function changesOfAlive(kernel) {
  const texts = textsOf(kernel);
  let before = "";
  return kernel.code.alive.split(",").map((entry, i) => {
    if (entry === "-") return null;
    const [digits] = entry.match(/^\d*/), named = digits ? registersNamed(`${before}\n${texts[i]}`.replace(/\/\/.*/g, "")) : [];
    before = texts[i];
    return [...[...digits].map((place) => named[place]), ...registersOf(entry.slice(digits.length))];
  });
}

// {changes, counts: words by line, at: the registers at a line}
function aliveOf(kernel) {
  if (kernel.aliveRegisters || !kernel.code.alive) return kernel.aliveRegisters;
  const changes = changesOfAlive(kernel), replay = (visit) => {
    const alive = new Set();
    changes.every((names, i) => { for (const name of names || []) if (!alive.delete(name)) alive.add(name); return visit(i, names, alive); });
    return alive;
  };
  const counts = [];
  let words = 0;
  replay((i, names, alive) => { for (const name of names || []) words += alive.has(name) ? wordsOfRegister(name) : -wordsOfRegister(name); counts.push(names ? words : null); return true; });
  kernel.aliveRegisters = { changes, counts, at: (line) => replay((i) => i < line) };
  return kernel.aliveRegisters;
}

// ---- What each line of code reads and writes.

// Instructions that write no register that they name first.
const writesNothing = /^(st|red|bar|mbarrier|bra|brx|ret|exit|call|prefetch|cp|ST|RED|BAR|BRA|BRX|EXIT|RET|CALL|s_(cmp|cbranch|branch|bitcmp|waitcnt|wait|barrier|setreg|setpc|endpgm|nop|sendmsg)|v_cmpx|exp|(global|flat|buffer|scratch|ds|image|tbuffer)_(store|write)|(global|flat|buffer|scratch)_(atomic|red)|ds_(add|sub|min|max|and|or|xor|inc|dec)_(?!rtn))/;

// The first operand: "{%r1, %r2}", "v[0:3]", "R4". Of an AMD atomic operation, only where it gives the old value back.
function firstOperand(text) {
  const code = text.replace(/\/\/.*|\/\*.*?\*\//g, ""), words = code.match(instruction);
  if (!words || (writesNothing.test(words[2]) && !/_atomic.*\b(glc|sc0|th:TH_ATOMIC_RETURN)\b/.test(code))) return "";
  return (words[3].match(/^\s*(\{[^}]*\}|[^,;]*)/) || ["", ""])[1];
}

// nvdisasm counts a register where it is written, the others from the next instruction on.
const countsWritten = (kernel) => kernel.format === "cubin";

// Finds what each line of code writes and reads, and the lines before and behind it on the ways of its waves.
function usesOf(kernel) {
  if (kernel.uses) return kernel.uses;
  const texts = textsOf(kernel), alive = aliveOf(kernel), flow = flowOf(kernel), writes = [], reads = [], ends = [];
  texts.forEach((text, i) => {
    const operation = operationOf(text), first = operation ? registersNamed(firstOperand(text)) : [], all = operation ? registersNamed(text) : [];
    const behind = operation ? text.slice(text.indexOf(operation)).replace(firstOperand(text), "") : "";
    writes.push(new Set(first));
    reads.push(new Set(first.length ? [...registersNamed(behind), ...registersNamed(text.slice(0, text.indexOf(operation)))] : all));
    // A guarded instruction may keep the old value, and goes on.
    ends.push(/^(s_branch|s_endpgm|s_setpc|bra|brx|ret|exit|trap|BRA|BRX|EXIT|RET)/.test(operation) && !/^\s*(\/\*\w+\*\/\s*)?@/.test(text));
  });
  // A register that the text does not name, such as the second one of a pair, begins to be alive with the instruction that wrote it: nvdisasm
  // counts it there, the others in the line behind.
  const lives = new Set();
  let last = -1;
  alive.changes.forEach((names, i) => {
    if (!names) return;
    const by = writes[countsWritten(kernel) ? i : Math.max(last, 0)], isWriter = last >= 0 && !ends[last] && by.size > 0;
    for (const name of names) if (!lives.delete(name)) { lives.add(name); if (isWriter) by.add(name); }
    last = i;
  });
  const before = texts.map((_, i) => i > 0 && !ends[i - 1] ? [i - 1] : []), behind = texts.map((_, i) => i + 1 < texts.length && !ends[i] ? [i + 1] : []);
  for (const { from, to } of flow.branches) { before[to].push(from); behind[from].push(to); }
  kernel.uses = { writes, reads, before, behind };
  return kernel.uses;
}

const mostSteps = 20000;  // of a search through a kernel's code

// The lines that the search finds from others on, going from line to line: `found` ends a way with true, `stops` without.
function search(from, next, found, stops = () => false) {
  const seen = new Set(), open = [...from], lines = [];
  for (let steps = 0; open.length && steps < mostSteps; ++steps) {
    const i = open.shift();
    if (seen.has(i)) continue;
    seen.add(i);
    if (found(i)) lines.push(i);
    else if (!stops(i)) open.push(...next[i]);
  }
  return { lines: lines.sort((a, b) => a - b), isWhole: !open.length };
}

// The lines that may have written what a register holds at a line, and those that may read it next.
function writersOf(kernel, name, line) {
  const { writes, before } = usesOf(kernel);
  return search(countsWritten(kernel) ? [line] : before[line], before, (i) => writes[i].has(name));
}
function readersOf(kernel, name, from) {
  const { writes, reads, behind } = usesOf(kernel);
  return search(from, behind, (i) => reads[i].has(name), (i) => !from.includes(i) && writes[i].has(name));
}

// ---- What the page says of a line.

// "v0–v3, v7": numbers in order, neighbours as a range.
function rangesText(names) {
  const parts = names.map((name) => [name, ...name.match(/^(.*?)(\d*)$/).slice(1)]).sort((a, b) => wordsOfRegister(a[0]) === 0 !== (wordsOfRegister(b[0]) === 0) ? wordsOfRegister(b[0]) - wordsOfRegister(a[0]) : a[1].localeCompare(b[1]) || a[2] - b[2]);
  const runs = [];
  for (const [name, file, number] of parts) {
    const run = runs.at(-1);
    if (run && run.file === file && number !== "" && Number(number) === run.end + 1) Object.assign(run, { last: name, end: run.end + 1 });
    else runs.push({ first: name, last: name, file, end: Number(number) });
  }
  return runs.map(({ first, last }) => first === last ? first : `${first}–${last}`).join(", ");
}

// Registers that are alive at a line, those that the same lines wrote together: [{names, lines: of code, text: where}].
function aliveGroups(kernel, line) {
  const groups = new Map();
  for (const name of aliveOf(kernel).at(line)) {
    const { lines, isWhole } = writersOf(kernel, name, line);
    const places = [...new Set(lines.map((i) => kernel.code.line[i] ? placeOfKey(`${kernel.code.file[i]}:${kernel.code.line[i]}`) : ""))].filter(Boolean).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    const isOneFile = new Set(places.map((place) => place.replace(/:\d+$/, ""))).size < 2;
    const where = isOneFile ? places.map((place) => place.replace(/^.*:/, "")) : places;
    const text = !isWhole || (lines.length && !places.length) ? "" : lines.length ? `line ${where.slice(0, 4).join(", ")}${where.length > 4 ? " …" : ""}` : "before the kernel";
    const one = groups.get(text) || { names: [], text, lines };
    one.names.push(name);
    groups.set(text, one);
  }
  // Those of the line's own operands come first.
  const own = registersNamed(textsOf(kernel)[line]), rank = ({ names }) => names.some((name) => own.includes(name)) ? 0 : 1;
  return [...groups.values()].sort((a, b) => rank(a) - rank(b) || a.text.localeCompare(b.text, "en", { numeric: true }));
}

// The lines of code to mark: those that wrote registers, and those that read them next. Without names, those of the line's own operands.
function markedLines(kernel, line, names) {
  const { reads, writes, behind } = usesOf(kernel), alive = names || [...aliveOf(kernel).at(line)].filter((name) => reads[line].has(name));
  const lines = (all) => new Set(all.flatMap((one) => one.lines));
  return { written: lines(alive.map((name) => writersOf(kernel, name, line))),
    read: names ? lines(names.map((name) => readersOf(kernel, name, [line]))) : lines([...writes[line]].map((name) => readersOf(kernel, name, behind[line]))) };
}

// The registers alive at a line of code, as buttons: pointing at one marks its lines, a click goes to where it was written.
function aliveNote(pane, i) {
  const { at } = pane.lines[i] || {}, { kernel } = pane.flow, count = at === undefined ? null : aliveOf(kernel)?.counts[at];
  if (count === null || count === undefined) return "";
  const mark = (one) => () => links.markRegisters(pane, i, one?.names), groups = aliveGroups(kernel, at);
  return make("span", { class: "registers" }, make("span", {}, aliveText(count)), groups.map((one) => make("button", { type: "button", class: "register", mouseenter: mark(one), focus: mark(one), mouseleave: mark(), blur: mark(),
    click: () => { const row = pane.rowAt(one.lines[0]); if (row !== undefined) { pane.moveTo(row); pane.show(row, true); } } }, make("b", {}, rangesText(one.names)), one.text ? ` ${one.text}` : "")));
}
