// `clc record --report html`: programs, how long an application waited for each, and the launches that each served.

const data = pageData();
const chosen = { row: 0, filter: "" };

function duration(nanoseconds) {
  const units = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"]];
  const [size, unit] = units.find(([least]) => nanoseconds >= least) || [1, "ns"];
  return `${short(nanoseconds / size)} ${unit}`;
}

const time = (nanoseconds) => ({ text: duration(nanoseconds), class: "n" });
const sum = (programs, name) => programs.reduce((total, program) => total + program[name], 0);

// Programs that are the same except for values of macros are one row.
function rowsOfPrograms() {
  const rows = data.series.map((macros) => ({ macros, programs: [] }));
  for (const program of data.programs) {
    if (program.series === undefined) rows.push({ macros: [], programs: [program] });
    else rows[program.series].programs.push(program);
  }
  for (const row of rows) {
    Object.assign(row, { name: row.programs[0].name, waited: sum(row.programs, "waited"), builds: sum(row.programs, "builds"), launches: sum(row.programs, "launches") });
    row.programs.sort((a, b) => b.waited - a.waited);
  }
  return rows.sort((a, b) => b.waited - a.waited);
}

const rows = rowsOfPrograms();
const many = (row) => row.programs.length > 1 ? `${row.programs.length} programs, the same except for ${row.macros.join(", ")}` : "";
const wordsOf = (row) => [row.name, ...row.macros, ...row.programs.flatMap((program) => [program.name, program.options || "", ...program.kernels])].join(" ").toLowerCase();

function choose(row, focuses) {
  chosen.row = rows.indexOf(row);
  draw();
  if (focuses) document.getElementById("program").scrollIntoView();
}

function totals() {
  const { programs, series, waited, ahead, builds, launches } = data.totals;
  const facts = [["programs", series < programs ? `${programs}, ${series} except for values of macros` : String(programs)], ["processes", String(data.runs.length)], ["builds", String(builds)], ["waited for builds", duration(waited)],
    ["of it for programs that can be compiled ahead", `${duration(ahead)}${waited ? `, ${percent(ahead / waited)}` : ""}`], ["launches", String(launches)]];
  return table("What was recorded", ["", ""], facts);
}

function waits() {
  const shown = rows.slice(0, 15), most = Math.max(1, ...shown.map((row) => row.waited));
  return table("Longest waits", ["program", { text: "waited", class: "n" }, ""], shown.map((row) => [
    make("button", { type: "button", click: () => choose(row, true) }, row.name), time(row.waited), bar(row.waited / most, `${row.name} waited ${duration(row.waited)}`, 2)]));
}

function states(program) {
  const words = [];
  if (program.failed) words.push(make("span", { class: "tag error" }, `${counted(program.failed, "build")} failed`));
  if (program.reason) words.push(make("span", { class: "tag warning" }, program.reason));
  if (program.kind === "link") words.push(make("span", { class: "tag" }, "a link"));
  return make("span", {}, words.length ? words : make("span", { class: "tag" }, "can be compiled ahead"));
}

function launchTable(program) {
  if (!program.sizes.length) return make("p", { class: "muted" }, "It launched no kernel.");
  const cells = program.sizes.map((launch) => [launch.kernel, launch.count, launch.global, launch.local || "the driver's choice", launch.offset || "–", launch.arguments.join(", ")]);
  return [table(`Launches of ${program.name}`, ["kernel", { text: "launches", class: "n" }, "grid", "group", "offset", "arguments, bytes"], cells, true),
    program.all_sizes > program.sizes.length && make("p", { class: "muted" }, `The ${program.sizes.length} most frequent of ${program.all_sizes} sizes.`)];
}

function programCard(program) {
  const facts = [["waited", `${duration(program.waited)} for ${counted(program.builds, "build")}`], ["options", program.options], ["language", program.language && `${program.language}, ${program.bytes} bytes`],
    ["headers", (program.headers || []).join(", ")], ["kernels", program.kernels.join(", ")], ["devices", program.devices.join("; ")], ["came from", program.served.join(", ")], ["digest", program.digest]];
  return make("section", { class: "card" }, make("h3", {}, program.name), make("p", {}, states(program)), table(`Facts of ${program.name}`, ["", ""], facts.filter(([, value]) => value)), make("h3", {}, "Launches"), launchTable(program),
    program.log && make("details", {}, make("summary", {}, "What the driver said"), make("pre", { class: "scroll" }, program.log)));
}

function rowSection(row) {
  const compared = row.programs.length > 1 && make("section", { class: "card" }, make("h3", {}, many(row)), table(`Programs of ${row.name}`, ["program", { text: "waited", class: "n" }, { text: "launches", class: "n" }, "options"],
    row.programs.map((program) => [program.name, time(program.waited), program.launches, program.options || ""]), true));
  const shown = row.programs.slice(0, 20);
  return [make("h2", {}, row.name), compared, shown.map(programCard), row.programs.length > shown.length && make("p", { class: "muted" }, `${shown.length} of ${row.programs.length} programs, those that waited longest.`)];
}

function allTable() {
  return table("All programs", ["program", { text: "programs", class: "n" }, { text: "waited", class: "n" }, { text: "builds", class: "n" }, { text: "launches", class: "n" }, ""], rows.map((row) => [row.name, row.programs.length, time(row.waited), row.builds, row.launches, states(row.programs[0])]), true);
}

function runsTable() {
  return table("Processes", ["command", { text: "process", class: "n" }, { text: "waited", class: "n" }, { text: "builds", class: "n" }, { text: "launches", class: "n" }], data.runs.map((run) => [run.command, run.process, time(run.waited), run.builds, run.launches]), true);
}

function list() {
  const items = rows.map((row, i) => make("li", { hidden: !wordsOf(row).includes(chosen.filter) }, make("button", { type: "button", "aria-current": String(i === chosen.row), click: () => choose(row, false) }, row.name, make("small", {}, `${duration(row.waited)} · ${counted(row.launches, "launch").replace("launchs", "launches")}${row.programs.length > 1 ? ` · ${row.programs.length} programs` : ""}`))));
  const filter = (event) => { chosen.filter = event.target.value.toLowerCase(); items.forEach((item, i) => { item.hidden = !wordsOf(rows[i]).includes(chosen.filter); }); };
  return make("nav", { class: "list", "aria-label": "Programs" }, make("div", { class: "inner" }, make("input", { type: "search", id: "filter", "aria-label": "Names, kernels, options", placeholder: "Names, kernels, options", value: chosen.filter, input: filter }), make("ul", {}, items)));
}

function draw() {
  const card = (id, title, content) => make("section", { class: "card", id }, make("h3", {}, title), content);
  const notRecorded = data.not_recorded.length > 0 && card("missing", "Not recorded", table("Not recorded", ["", { text: "times", class: "n" }], data.not_recorded.map((one) => [one.reason, one.count])));
  const main = make("main", { id: "main" }, make("div", { class: "cards wide-cards" }, card("totals", "What was recorded", totals()), rows.length > 0 && card("waits", "Longest waits", waits()), notRecorded),
    make("div", { id: "program" }, rows.length ? rowSection(rows[chosen.row]) : make("p", {}, "The recording has no programs.")), card("all", "All programs", allTable()), card("runs", "Processes", runsTable()));
  document.getElementById("page").replaceChildren(make("a", { class: "skip", href: "#main" }, "To the programs"),
    make("header", { class: "top" }, make("h1", {}, "clc record"), make("span", { class: "muted" }, data.title), make("span", { class: "gap" }), themeButton()),
    make("div", { class: "frame" }, list(), main));
}

draw();
