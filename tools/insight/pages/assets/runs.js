// Facts that runs have shown of kernels: how often lines and branches ran (clc coverage), and the faults that checks have
// found (clrun sanitize, clc emulate).

function countText(count) {
  const thousands = Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3));
  return count < 1e5 ? String(count) : `${short(count / 1000 ** thousands)}${["", "k", "M", "G", "T", "P", "E"][thousands]}`;
}

// {"FILE:LINE": {count, branches}} of lines with code.
function ranLines() {
  if (data.ran) return data.ran;
  data.ran = new Map();
  for (const file of data.coverage ? data.coverage.files : []) {
    file.lines.forEach((line, i) => data.ran.set(`${file.file}:${line}`, { count: file.counts[i], branches: [] }));
    for (const branch of file.branches) data.ran.get(`${file.file}:${branch.line}`)?.branches.push(branch);
  }
  return data.ran;
}

const times = (count) => `${count} time${count === 1 ? "" : "s"}`;
const missingSides = (branch) => [...(branch.taken ? [] : ["true"]), ...(branch.not_taken ? [] : ["false"])];
const isPart = (ran) => ran.count > 0 && ran.branches.some((branch) => missingSides(branch).length > 0);

function branchText(branch) {
  const side = (name, count) => count ? `${name} ${times(count)}` : `never ${name}`;
  return `column ${branch.column}: ${side("true", branch.taken)}, ${side("false", branch.not_taken)}`;
}

function ranText(ran) {
  if (!ran.count) return "No work-item ran this line.";
  return `Work-items ran this line ${times(ran.count)}.${ran.branches.length ? ` The condition at ${ran.branches.map(branchText).join("; at ")}.` : ""}`;
}

// The count of a line; of its branches `◐`, where a side was never taken.
function countCell(ran, showsBranches) {
  if (!ran) return null;
  const part = showsBranches && isPart(ran);
  return { text: `${part ? "◐ " : ""}${countText(ran.count)}`, title: ranText(ran), look: !ran.count ? "none" : part ? "part" : "ran" };
}

const keysOf = (kernel) => { kernel.keys ??= new Set(kernel.code.line.map((line, i) => line ? `${kernel.code.file[i]}:${line}` : "").filter(Boolean)); return kernel.keys; };

// A fault that names no kernel is of those whose code has its line.
function faultsOf(kernel) {
  return (data.faults || []).filter((fault) => fault.kernel ? fault.kernel === kernel.kernel : keysOf(kernel).has(`${fault.file}:${fault.line}`));
}

// {"FILE:LINE": texts}, at both places of a race.
function faultsByLine(kernel) {
  const found = new Map();
  const add = (place, text) => { if (!place.line) return; const key = `${place.file}:${place.line}`; found.set(key, [...(found.get(key) || []), text]); };
  for (const fault of faultsOf(kernel)) {
    add(fault, `${fault.check}: ${fault.text}`);
    if (fault.other) add(fault.other, `${fault.check}, the other place of ${placeText(fault)}: ${fault.text}`);
  }
  return found;
}

// The lines of the functions that a kernel's code is made of, and the sides of their branches. Optimised code names only some lines of a
// function, which ends where the next one begins.
function coverageOf(kernel) {
  if (kernel.covered) return kernel.covered;
  const lines = data.coverage.files.flatMap((file) => {
    const begins = [...new Set(file.functions)].sort((a, b) => a - b);
    const functionOf = (line) => begins.findLastIndex((begin) => begin <= line);
    const own = new Set(kernel.code.line.flatMap((line, i) => line && kernel.code.file[i] === file.file ? [functionOf(line)] : []));
    return file.lines.filter((line) => own.has(functionOf(line))).map((line) => ({ file: file.file, line, ran: ranLines().get(`${file.file}:${line}`) }));
  });
  const branches = lines.flatMap(({ ran }) => ran.branches);
  kernel.covered = { lines, run: lines.filter(({ ran }) => ran.count).length, sides: 2 * branches.length, missing: branches.reduce((sum, branch) => sum + missingSides(branch).length, 0) };
  return kernel.covered;
}

// Lines that never ran: those that follow each other as one.
function gapsOf(covered) {
  const gaps = [];
  for (const { file, line, ran } of covered.lines) {
    const last = gaps[gaps.length - 1];
    if (!ran.count && last && last.isLine && last.file === file && last.end === line - 1) last.end = line;
    else if (!ran.count) gaps.push({ isLine: true, file, line, end: line });
    else for (const branch of ran.branches.filter((one) => missingSides(one).length)) gaps.push({ file, line, end: line, text: branchText(branch) });
  }
  return gaps;
}

function coverageParts(kernel) {
  if (!data.coverage) return [];
  const covered = coverageOf(kernel), number = (text) => ({ text, class: "n" });
  const launches = data.coverage.launches.filter((one) => one.kernel === kernel.kernel);
  const gaps = gapsOf(covered).map((gap) => make("li", {}, make("button", { type: "button", click: () => goTo(gap) },
    make("b", {}, make("span", { class: "tag warning" }, gap.isLine ? "never ran" : "one side"), " ", placeText(gap), gap.end > gap.line ? `–${gap.end}` : ""), gap.text || "")));
  return [make("p", { id: "covered" }, covered.lines.length ? `${covered.run} of ${covered.lines.length} lines of this kernel's functions ran` : "No line of this kernel was counted", covered.sides ? `, and ${covered.sides - covered.missing} of ${covered.sides} sides of their branches.` : "."),
    covered.lines.length ? bar(covered.run / covered.lines.length, `${covered.run} of ${covered.lines.length} lines ran`, 1) : "",
    gaps.length ? make("ul", { class: "findings" }, gaps) : "",
    launches.length ? table("Launches that were counted", ["device", "work-items", "group", number("launches"), number("regions run")],
      launches.map((one) => [one.device, one.global_size, one.work_group || "of the driver", one.launches, number(`${one.regions_run} of ${one.regions}`)])) : make("p", { class: "muted" }, "No launch of this kernel was counted.")];
}

function faultParts(kernel) {
  if (!data.faults) return [];
  const found = faultsOf(kernel);
  const items = found.map((fault) => make("li", {}, make("button", { type: "button", click: () => goTo(fault) }, make("b", {}, make("span", { class: "tag error" }, fault.check), " ", placeText(fault)), fault.text)));
  return [items.length ? make("ul", { class: "findings", id: "faults" }, items) : make("p", { class: "muted", id: "faults" }, `No fault of this kernel was found${data.faults.length ? ` (${counted(data.faults.length, "fault")} of others)` : ""}.`)];
}

function runsCard(kernel) {
  if (!data.coverage && !data.faults) return "";
  return make("section", { class: "card", id: "runs" }, make("h3", {}, `What runs have shown${data.faults ? ` (${counted(faultsOf(kernel).length, "fault")})` : ""}`, knownBy("measured")), faultParts(kernel), coverageParts(kernel));
}

// Columns of the table of all kernels: [title, the cell of a kernel, what it is sorted by].
function runColumns() {
  const share = (kernel) => { const covered = coverageOf(kernel); return covered.lines.length ? covered.run / covered.lines.length : -1; };
  return [...(data.coverage ? [["lines run", (kernel) => ({ text: share(kernel) < 0 ? "–" : percent(share(kernel)), class: "n" }), share, "measured"]] : []),
    ...(data.faults ? [["faults", (kernel) => faultsOf(kernel).length, (kernel) => faultsOf(kernel).length, "measured"]] : [])];
}
