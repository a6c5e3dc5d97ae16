// `clrun bench --format html`: what was measured, against what the device can do at most and against peers.

const chosen = { algorithm: "", size: "" };
let data = null;

const partsOf = (run) => run.run.parts || [run.run];
const measured = (part) => part.results.filter((row) => row.kernel_ms);
const seriesName = (row, isInput) => `${row.variant}${isInput ? ", " + row.input : ""}`;
const rowKey = (row) => [row.algorithm, row.variant, row.input, row.elements].join(" ");
const rowsOf = (part, algorithm) => measured(part).filter((row) => row.algorithm === algorithm);

// The bars of one size: kernel, floor and peer of each variant, on one axis that begins at 0.
function timeBars(rows) {
  const most = Math.max(...rows.flatMap((row) => [row.kernel_ms.median, row.floor_ms || 0, row.peer ? row.peer.ms.median : 0]));
  const width = chartWidth(), left = width < 500 ? 130 : 190, right = 84, tall = 15, gap = 12;
  const scale = (ms) => (ms / most) * (width - left - right);
  const parts = [];
  let y = 4;
  for (const row of rows) {
    const bars = [["kernel", row.kernel_ms.median, 0], ...(row.floor_ms ? [["floor", row.floor_ms, 2]] : []), ...(row.peer ? [[row.peer.name, row.peer.ms.median, 1]] : [])];
    parts.push(make("text", { class: "strong", x: 0, y: y + 11 }, seriesName(row, true)));
    for (const [name, ms, series] of bars) {
      parts.push(make("rect", { x: left, y, width: Math.max(1, scale(ms)), height: tall - 4, fill: `var(--s${series})` }, make("title", {}, `${name}: ${short(ms)} ms`)),
        make("text", { x: left - 6, y: y + 10, "text-anchor": "end" }, series === 0 ? "" : name.slice(0, 30)), make("text", { x: left + scale(ms) + 5, y: y + 10 }, `${short(ms)} ms`));
      if (series === 0) parts.push(make("path", { d: `M${left + scale(row.kernel_ms.low)},${y + 5.5}H${left + scale(row.kernel_ms.high)}`, stroke: "var(--text)", "stroke-width": 1.5 }));
      y += tall;
    }
    y += gap;
  }
  const text = rows.map((row) => `${seriesName(row, true)} ${short(row.kernel_ms.median)} ms${row.floor_ms ? `, floor ${short(row.floor_ms)} ms` : ""}${row.peer ? `, ${row.peer.name} ${short(row.peer.ms.median)} ms` : ""}`).join("; ");
  return make("svg", { class: "wide", viewBox: `0 0 ${width} ${y}`, width, height: y, role: "img", "aria-label": `Times of kernels: ${text}` }, parts);
}

function barLegend(rows) {
  const names = [["kernel", 0, true], ["peer", 1, rows.some((row) => row.peer)], ["floor: time of the work at the ceilings", 2, rows.some((row) => row.floor_ms)]].filter(([, , isThere]) => isThere);
  return make("ul", { class: "legend" }, names.map(([name, series]) => make("li", {}, make("svg", { width: 12, height: 12, viewBox: "0 0 12 12", "aria-hidden": "true" }, make("rect", { x: 0, y: 2, width: 12, height: 8, fill: `var(--s${series})` })), name)));
}

function curves(rows) {
  const inputs = new Set(rows.map((row) => row.input));
  const groups = new Map();
  for (const row of rows) {
    const name = seriesName(row, inputs.size > 1);
    groups.set(name, [...(groups.get(name) || []), { x: row.elements, y: row.kernel_ms.median, text: `${name}, ${row.elements} elements: ${short(row.kernel_ms.median)} ms` }]);
  }
  const peers = new Map();
  for (const row of rows) if (row.peer) peers.set(row.elements, Math.min(peers.get(row.elements) || Infinity, row.peer.ms.median));
  const floors = new Map();
  for (const row of rows) if (row.floor_ms) floors.set(row.elements, Math.min(floors.get(row.elements) || Infinity, row.floor_ms));
  const series = [...groups].map(([name, points]) => ({ name, points: points.sort((a, b) => a.x - b.x), isLine: true }));
  const line = (map, dash) => map.size > 1 ? [{ points: [...map].sort((a, b) => a[0] - b[0]).map(([x, y]) => ({ x, y })), dash }] : [];
  const dashes = { ...(floors.size > 1 ? { floor: "2 4" } : {}), ...(peers.size > 1 ? { "best peer": "8 4" } : {}) };
  const chart = logChart({ title: "Time of the kernels over size, both logarithmic", summary: series.map((one) => `${one.name}: ${one.points.map((point) => `${short(point.y)} ms at ${point.x}`).join(", ")}`).join("; "),
    x: { title: "elements", base: 2 }, y: { title: "ms" }, series, lines: [...line(floors, "2 4"), ...line(peers, "8 4")] });
  chart.classList.add("wide");
  return [chart, legend(series.map((one) => one.name), dashes)];
}

// Each kernel under the two ceilings that this run measured.
function roofline(part, algorithm) {
  const { bytes_per_s: bytes, operations_per_s: operations } = part.ceilings || {};
  const rows = measured(part).filter((row) => row.bytes > 0 && row.operations > 0);
  if (!(bytes > 0 && operations > 0)) return make("p", { class: "muted" }, "The ceilings were not measured in this run (--kernels-only).");
  if (!rows.length) return make("p", { class: "muted" }, "No measured row says both how many bytes it moves and how many operations it does.");
  const largest = new Map();
  for (const row of rows) { const key = `${row.algorithm} ${row.variant} ${row.input}`; if (!largest.has(key) || largest.get(key).elements < row.elements) largest.set(key, row); }
  const names = [...new Set([...largest.values()].map((row) => row.algorithm))];
  const point = (row) => ({ x: row.operations / row.bytes, y: row.operations / row.kernel_ms.median / 1e6, text: `${row.algorithm}/${row.variant}, ${row.input}, ${row.elements} elements: ${short(row.operations / row.bytes)} operations a byte, ${short(row.operations / row.kernel_ms.median / 1e6)} GFLOP/s` });
  const series = names.map((name) => ({ name, points: [...largest.values()].filter((row) => row.algorithm === name).map(point) }));
  const ridge = operations / bytes, all = series.flatMap((one) => one.points);
  const from = Math.min(ridge / 10, ...all.map((one) => one.x)), to = Math.max(ridge * 10, ...all.map((one) => one.x));
  const roof = { points: [{ x: from, y: from * bytes / 1e9 }, { x: ridge, y: operations / 1e9 }, { x: to, y: operations / 1e9 }], name: `${short(operations / 1e12)} TFLOP/s, ${short(bytes / 1e9)} GB/s`, at: { x: to, y: operations / 1e9 } };
  const chart = logChart({ title: "Roofline", summary: all.map((one) => one.text).join("; "), x: { title: "operations a byte, as the algorithm counts both" }, y: { title: "GFLOP/s" }, series, lines: [roof] });
  chart.classList.add("wide");
  return [chart, legend(names), make("p", { class: "muted" }, "Both ceilings are measured in the same run. Bytes and operations are the least that the work needs, not the chip's counts; the largest size of each variant is shown.")];
}

function machine(run, part) {
  const facts = [["device", part.device], ["platform", part.platform], ["driver", part.driver], ["compute units", part.compute_units], ["date", run.run.date], ["runs of a row", part.runs],
    ["at most", part.ceilings && part.ceilings.bytes_per_s ? `${short(part.ceilings.bytes_per_s / 1e9)} GB/s, ${short(part.ceilings.operations_per_s / 1e9)} GFLOP/s, measured` : undefined]];
  return table(`Machine of ${run.name}`, [run.name, ""], facts.filter(([, value]) => value !== undefined).map(([name, value]) => [name, { text: String(value) }]));
}

function rawTable(rows, compared) {
  const head = ["algorithm", "variant", "target", "input", ...["elements", "kernel ms", "quartiles", "floor ms", "× floor", "wall ms", "CPU ms", "rate"].map((text) => ({ text, class: "n" })), "unit", "peer", { text: "peer ms", class: "n" }, { text: "peer / ours", class: "n" },
    ...(compared ? [{ text: "before ms", class: "n" }, "change"] : [])];
  const number = (value) => value ? { text: short(value), class: "n" } : { text: "–", class: "n" };
  return table("All measurements", head, rows.map((row) => {
    if (!row.kernel_ms) return [row.algorithm, row.variant, row.target || "–", row.input, { text: row.error ? `failed: ${row.error}` : `skipped: ${row.skipped}`, colspan: head.length - 4 }];
    const before = compared && compared.get(rowKey(row));
    return [row.algorithm, row.variant, row.target, row.input, row.elements, number(row.kernel_ms.median), { text: `${short(row.kernel_ms.low)}–${short(row.kernel_ms.high)}`, class: "n" }, number(row.floor_ms), number(row.floor_ms && row.kernel_ms.median / row.floor_ms),
      number(row.wall_ms && row.wall_ms.median), number(row.cpu_ms), number(row.rate), row.unit, row.peer ? row.peer.name : "", number(row.peer && row.peer.ms.median), number(row.peer && row.peer.ms.median / row.kernel_ms.median), ...(compared ? change(row, before) : [])];
  }), true);
}

// Quartiles that overlap are no change.
function change(row, before) {
  if (!before) return [{ text: "–", class: "n" }, "new"];
  const times = row.kernel_ms.median / before.kernel_ms.median;
  const isSame = row.kernel_ms.low <= before.kernel_ms.high && before.kernel_ms.low <= row.kernel_ms.high;
  const text = `${times < 1 ? "−" : "+"}${short(Math.abs(times - 1) * 100)} %`;
  return [{ text: short(before.kernel_ms.median), class: "n" }, { text: isSame ? `${text}, within the spread` : times < 1 ? `${text} faster` : `${text} slower`, class: isSame ? "muted" : times < 1 ? "better" : "worse" }];
}

const csvField = (value) => /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

function csv() {
  const head = ["run", "algorithm", "variant", "target", "input", "elements", "kernel_ms", "kernel_low_ms", "kernel_high_ms", "floor_ms", "wall_ms", "cpu_ms", "bytes", "operations", "rate", "unit", "peer", "peer_ms"];
  const rows = data.runs.flatMap((run) => partsOf(run).flatMap((part) => measured(part).map((row) => [run.name, row.algorithm, row.variant, row.target, row.input, row.elements, row.kernel_ms.median, row.kernel_ms.low, row.kernel_ms.high, row.floor_ms, row.wall_ms && row.wall_ms.median, row.cpu_ms, row.bytes, row.operations, row.rate, row.unit, row.peer && row.peer.name, row.peer && row.peer.ms.median])));
  return [head, ...rows].map((row) => row.map((value) => csvField(String(value ?? ""))).join(",")).join("\n") + "\n";
}

function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function algorithmSection(part, compared) {
  const names = [...new Set(measured(part).map((row) => row.algorithm))];
  if (!names.length) return make("p", {}, "Nothing was measured.");
  if (!names.includes(chosen.algorithm)) chosen.algorithm = names[0];
  const rows = rowsOf(part, chosen.algorithm);
  const sizes = [...new Set(rows.map((row) => row.elements))].sort((a, b) => a - b);
  if (!sizes.map(String).includes(chosen.size)) chosen.size = String(sizes[sizes.length - 1]);
  const shown = rows.filter((row) => String(row.elements) === chosen.size);
  return [make("div", { class: "head" }, make("h2", {}, chosen.algorithm), choice("Elements", "size", sizes.map((size) => [String(size), String(size)]), chosen.size, (value) => { chosen.size = value; draw(); })),
    make("div", { class: "cards wide-cards" },
      make("section", { class: "card", id: "bars" }, make("h3", {}, `Time of ${chosen.size} elements, with quartiles`), timeBars(shown), barLegend(shown)),
      make("section", { class: "card", id: "curves" }, make("h3", {}, "Time over size, both axes logarithmic"), curves(rows))),
    compared ? make("section", { class: "card", id: "compared" }, make("h3", {}, `Compared with ${data.runs[1].name}`), rawTable(rows, compared)) : ""];
}

function runSection(run, part) {
  const other = data.runs[1] && data.runs[1] !== run ? new Map(partsOf(data.runs[1]).flatMap(measured).map((row) => [rowKey(row), row])) : null;
  return [make("div", { class: "cards" }, make("section", { class: "card", id: "machine" }, make("h3", {}, "Machine and driver"), machine(run, part)), data.runs[1] ? make("section", { class: "card" }, make("h3", {}, "Compared with"), machine(data.runs[1], partsOf(data.runs[1])[0])) : "",
      make("section", { class: "card", id: "roofline" }, make("h3", {}, "Roofline"), roofline(part))),
    algorithmSection(part, other),
    make("section", { class: "card", id: "raw" }, make("h3", {}, "All measurements"),
      make("p", {}, make("button", { type: "button", id: "csv", click: () => download("clrun-bench.csv", "text/csv", csv()) }, "Download CSV"), " ", make("button", { type: "button", id: "json", click: () => download("clrun-bench.json", "application/json", JSON.stringify(data.runs[0].run)) }, "Download JSON")),
      rawTable(part.results, other))];
}

function list(part) {
  const names = [...new Set(measured(part).map((row) => row.algorithm))];
  return make("nav", { class: "list", "aria-label": "Algorithms" }, make("div", { class: "inner" }, make("ul", {}, names.map((name) => {
    const rows = rowsOf(part, name), best = Math.max(0, ...rows.map((row) => row.floor_ms ? row.floor_ms / row.kernel_ms.median : 0));
    return make("li", {}, make("button", { type: "button", "aria-current": String(name === chosen.algorithm), click: () => { chosen.algorithm = name; chosen.size = ""; draw(); } }, name, make("small", {}, `${counted(new Set(rows.map((row) => row.variant)).size, "variant")}${best ? ` · best ${Math.round(best * 100)} % of the floor` : ""}`)));
  }))));
}

function draw() {
  const [run] = data.runs, parts = partsOf(run);
  const focused = document.activeElement ? document.activeElement.id : "";
  const top = data.runs.length ? parts[0] : null;
  const content = parts.flatMap((part, i) => [parts.length > 1 ? make("h2", {}, `Part ${i + 1}`) : "", ...runSection(run, part)]);
  const main = make("main", { id: "main" }, content.flat(2).filter(Boolean));
  document.getElementById("page").replaceChildren(make("a", { class: "skip", href: "#main" }, "To the measurements"),
    make("header", { class: "top" }, make("h1", {}, "clrun bench"), make("span", { class: "muted" }, top && top.device ? top.device : ""), make("span", { class: "gap" }), themeButton()),
    make("div", { class: "frame" }, list(top), main));
  if (focused) document.getElementById(focused)?.focus();
}

window.clcUpdate = (update) => { data = update; algorithmsFirst(); draw(); };
// The list marks what is chosen before the section is made.
function algorithmsFirst() { const [first] = measured(partsOf(data.runs[0])[0]); if (!chosen.algorithm && first) chosen.algorithm = first.algorithm; }
window.clcUpdate(pageData());
