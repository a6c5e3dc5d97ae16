// `clc report --format html`: kernels, their code and what is known of it.

// The reader's choices; they outlive new data.
// `compare` is "TARGET of the same build" as "0|TARGET", another build as "1|", nothing as ""; null: not chosen yet.
const chosen = { kernel: "", target: "", compare: null, filter: "", group: null, local: null, registers: undefined, chip: "", encodings: false, together: true, search: "", isUnfolded: false, isOpen: false, isListOpen: false, sort: null, showsAll: false, line: "" };
let data = null, shownKernel = null;
const nameOf = (kernel) => `${kernel.module}/${kernel.kernel}`;
const lineHint = "Point at a line, or go along the lines with the arrow keys, to see what is known of it.";
// Keys of lines that the other build had have negative numbers.
const placeOfKey = (key) => { const [file, line] = key.split(":"); return line < 0 ? `${placeText({ file, line: -line })} before` : placeText({ file, line }); };
const placeText = (place) => place.line ? `${data.files[place.file]}:${place.line}` : "place not known";

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
  return make("section", { class: "card", id: "program" }, make("h3", {}, "Where the time would go", knownBy("modelled")),
    table("Times of the launches by kernel", ["kernel", "target", "product", number("launches"), number("time"), number("from"), number("to"), "share", "", "bound by"], rows),
    make("p", { class: "muted" }, program.notes.trim(), program.all.every((all) => all.checked) ? "" : " *: computed, never checked."));
}

function diagnosticsSection() {
  const shown = data.diagnostics.filter((one) => !data.kernels.length || one.severity !== "remark");
  if (!shown.length) return "";
  return make("section", { class: "card", id: "diagnostics" }, make("h3", {}, "Diagnostics"), make("ul", { class: "findings" }, shown.map((one) => {
    const words = [make("span", { class: `tag ${one.severity}` }, one.severity), ` ${one.line ? placeText(one) + ": " : ""}${one.text}`];
    return make("li", {}, one.line && data.sources[0].some(({ file }) => file === one.file) ? make("button", { type: "button", click: () => goTo(one) }, words) : words);
  })));
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
      factsSection(kernel, other), codeSection(kernel, other), accessSection(kernel), rooflineSection(kernel, other), knownLegend());
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

// Code is read when somebody wants to see it: most kernels of a large page are never shown. It is in the data of `clc serve`, and in a
// line of its own on a page. Its columns come as values and how often each follows.
function unpacked(update, lines) {
  const spread = (runs) => { const all = []; for (let i = 0; i < runs.length; i += 2) for (let n = runs[i + 1]; n > 0; --n) all.push(runs[i]); return all; };
  if (update.isUnpacked) return update;
  update.kernels.forEach((kernel, i) => {
    const read = () => { const code = lines ? JSON.parse(lines[i]) : packed; return Object.assign(code, { file: spread(code.file), line: spread(code.line) }); }, packed = kernel.code;
    let code = null;
    Object.defineProperty(kernel, "code", { get: () => code ??= read() });
  });
  return Object.assign(update, { isUnpacked: true });
}

// Where a place of the shown source is in new data, as lines above it come and go.
function movedPlace(place, update) {
  const [, name, number] = place.match(/^(.*):(\d+)$/) || [], textOf = (from) => from.sources[0]?.find(({ file }) => from.files[file] === name)?.text;
  const before = textOf(data), now = textOf(update);
  if (before === undefined || now === undefined || before === now) return place;
  const rows = alignment(differences(linesOfText(before), linesOfText(now))), at = rows.findIndex(([i]) => i === number - 1);
  const next = rows.slice(Math.max(0, at)).find(([, j]) => j >= 0);
  return next ? `${name}:${next[1] + 1}` : place;
}

// New data for the page, as `clc serve` gives them: what was chosen stays chosen where it is still there, and what one looks at stays in view.
window.clcUpdate = (update) => {
  unpacked(update);
  const kept = links.panes.map(({ element, isCode, cursor }) => ({ top: element.scrollTop, left: element.scrollLeft, isCode, cursor })), height = window.scrollY;
  const source = links.panes.find((pane) => !pane.isCode), seen = source?.topLine(), place = movedPlace(selectedPlace(), update);
  const moved = seen ? movedPlace(placeOfKey(seen.key), update) : "";
  data = update;
  document.title = data.title;
  draw();
  selectPlace(place);
  links.panes.forEach((one, i) => {
    if (!kept[i]) return;
    Object.assign(one.element, { scrollTop: kept[i].top, scrollLeft: kept[i].left });
    if (kept[i].cursor >= 0 && document.activeElement === one.element) one.cursor = Math.min(kept[i].cursor, one.lines.length - 1);
    const row = moved && !one.isCode ? one.lines.findIndex((line) => line.key && placeOfKey(line.key) === moved) : -1;
    if (row >= 0) one.element.scrollTop += one.row(row).getBoundingClientRect().top - one.element.getBoundingClientRect().top - seen.offset;
  });
  window.scrollTo(0, height);
  if (location.hash) remember();
};
data = unpacked(pageData(), document.getElementById("lines")?.textContent.split("\n"));
document.title = data.title;
recall();
