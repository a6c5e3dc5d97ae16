// Charts as SVG. Each has its title and a text that says the same; the data stand in a table beside it.

const seriesMarks = ["circle", "square", "triangle", "diamond", "cross", "ring"];

// A mark of a series: its form says which one, too. The seventh has the first one's colour and another form.
function mark(series, x, y, size) {
  const form = seriesMarks[(series + Math.floor(series / 6)) % seriesMarks.length], colour = `var(--s${series % 6})`, s = size;
  const around = { fill: colour };
  if (form === "circle") return make("circle", { cx: x, cy: y, r: s, ...around });
  if (form === "ring") return make("circle", { cx: x, cy: y, r: s - 1, fill: "none", stroke: colour, "stroke-width": 2 });
  if (form === "square") return make("rect", { x: x - s, y: y - s, width: 2 * s, height: 2 * s, ...around });
  if (form === "triangle") return make("polygon", { points: `${x},${y - s} ${x + s},${y + s} ${x - s},${y + s}`, ...around });
  if (form === "diamond") return make("polygon", { points: `${x},${y - s} ${x + s},${y} ${x},${y + s} ${x - s},${y}`, ...around });
  return make("path", { d: `M${x - s},${y - s}L${x + s},${y + s}M${x - s},${y + s}L${x + s},${y - s}`, stroke: colour, "stroke-width": 2.5 });
}

// dashes: {name: pattern} of lines that have no marks.
function legend(names, dashes = {}) {
  const sample = (content) => make("svg", { width: 22, height: 12, viewBox: "0 0 22 12", "aria-hidden": "true" }, content);
  return make("ul", { class: "legend" }, names.map((name, i) => make("li", {}, sample(mark(i, 11, 6, 4)), name)),
    Object.entries(dashes).map(([name, dash]) => make("li", {}, sample(make("path", { d: "M0,6H22", stroke: "var(--text)", "stroke-width": 1.5, "stroke-dasharray": dash })), name)));
}

// Narrow screens have narrow charts, so that their text is not drawn small.
const chartWidth = () => Math.max(320, Math.min(640, window.innerWidth - 60));

function powersOf(base, from, to) {
  const powers = [];
  for (let i = Math.floor(Math.log(from) / Math.log(base)); i <= Math.ceil(Math.log(to) / Math.log(base)); ++i) powers.push(base ** i);
  return powers;
}

// "2^20", "1k": what stands at an axis.
function axisText(value, base) {
  if (base === 2) { const power = Math.round(Math.log2(value)); return power < 10 ? String(value) : `2^${power}`; }
  const units = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]];
  const unit = units.find(([size]) => value >= size);
  return unit ? `${short(value / unit[0])}${unit[1]}` : short(value);
}

// Points and lines on two logarithmic axes. series: [{name, points: [{x, y, text}], isLine}]; lines: [{points, name}]
function logChart({ title, summary, x, y, series, lines = [], width = chartWidth(), height = 330 }) {
  const all = [...series.flatMap((one) => one.points), ...lines.flatMap((one) => one.points)];
  const m = { left: 62, right: 16, top: 12, bottom: 42 };
  const span = (values) => [Math.min(...values), Math.max(...values)];
  const ticks = (name, axis) => {
    const [least, most] = span(all.map((point) => point[name]));
    let found = powersOf(axis.base || 10, least, most);
    if (found.length < 2) found.push(found[0] * (axis.base || 10));
    const step = Math.ceil(found.length / (name === "x" ? width / 70 : 9));
    return { from: found[0], to: found[found.length - 1], shown: found.filter((_, i) => i % step === 0) };
  };
  const tx = ticks("x", x), ty = ticks("y", y);
  const place = (value, range, from, to) => from + (Math.log(value / range.from) / Math.log(range.to / range.from)) * (to - from);
  const px = (value) => place(value, tx, m.left, width - m.right), py = (value) => place(value, ty, height - m.bottom, m.top);
  const path = (points) => points.map((point, i) => `${i ? "L" : "M"}${px(point.x).toFixed(1)},${py(point.y).toFixed(1)}`).join("");
  const drawing = make("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `${title}. ${summary}` },
    tx.shown.map((value) => [make("line", { class: "grid", x1: px(value), x2: px(value), y1: m.top, y2: height - m.bottom }),
      make("text", { x: px(value), y: height - m.bottom + 15, "text-anchor": "middle" }, axisText(value, x.base))]),
    ty.shown.map((value) => [make("line", { class: "grid", x1: m.left, x2: width - m.right, y1: py(value), y2: py(value) }),
      make("text", { x: m.left - 7, y: py(value) + 4, "text-anchor": "end" }, axisText(value, y.base))]),
    make("text", { x: (m.left + width - m.right) / 2, y: height - 6, "text-anchor": "middle" }, x.title),
    make("text", { x: 14, y: height / 2, "text-anchor": "middle", transform: `rotate(-90 14 ${height / 2})` }, y.title),
    lines.map((line) => [make("path", { d: path(line.points), fill: "none", stroke: "var(--text)", "stroke-width": 1.5, "stroke-dasharray": line.dash || "none" }),
      line.name && make("text", { class: "strong", x: px(line.at.x), y: py(line.at.y) - 6, "text-anchor": line.anchor || "end" }, line.name)]),
    series.map((one, i) => [one.isLine && make("path", { d: path(one.points), fill: "none", stroke: `var(--s${i % 6})`, "stroke-width": 2, "stroke-dasharray": i < 6 ? "none" : "5 3" }),
      one.points.map((point) => make("g", {}, make("title", {}, point.text), mark(i, px(point.x), py(point.y), 4)))]));
  return drawing;
}
