// A call of `clc compile --time-trace`: jobs over time, what the cache had, and where a chosen compilation spends its time.

let data = pageData();
const chosen = { job: null };
const eventsOf = (category) => data.traceEvents.filter((event) => event.cat === category);
// The code generator's passes have their names in the details.
for (const event of eventsOf("compiler")) if (/^Run(Loop)?Pass$/.test(event.name) && event.args.detail) event.name = event.args.detail;
const compilerEvents = new Map();
for (const event of eventsOf("compiler")) compilerEvents.has(event.args.job) ? compilerEvents.get(event.args.job).push(event) : compilerEvents.set(event.args.job, [event]);
const jobs = eventsOf("job").map((event) => ({ ...event, ...event.args }));
const timeText = (us) => us < 1e3 ? `${short(us)} us` : us < 1e6 ? `${short(us / 1e3)} ms` : `${short(us / 1e6)} s`;
const stepOf = (job) => eventsOf("step").find((event) => event.args.job === job.job);

// Events within each other: [{event, depth, self}] of a job, `self` without what lies within.
function nested(job) {
  const events = [...(compilerEvents.get(job.job) || [])].sort((a, b) => a.ts - b.ts || b.dur - a.dur), open = [];
  return events.map((event) => {
    while (open.length && open[open.length - 1].event.ts + open[open.length - 1].event.dur < event.ts + event.dur) open.pop();
    const one = { event, depth: open.length, self: event.dur };
    if (open.length) open[open.length - 1].self -= event.dur;
    open.push(one);
    return one;
  });
}

const kindOf = (job) => !job.done ? "failed" : job.from === "the cache" ? "from the cache" : job.from === "here" ? "compiled here" : "compiled at a server";
const colours = { "compiled here": "var(--s0)", "compiled at a server": "var(--s2)", "from the cache": "var(--track)", failed: "var(--s1)" };

const barText = (job) => `${job.name}, ${kindOf(job)}: ${timeText(job.dur)}`;

// A lane for each job at a time, bars over the time of the call.
function timeline() {
  const width = 1000, step = 18, lanes = Math.max(...jobs.map((job) => job.tid)) + 1, x = (us) => width * us / data.us;
  const bars = jobs.map((job) => make("rect", { x: x(job.ts), y: job.tid * step, width: Math.max(1.5, x(job.dur) - 0.5), height: step - 3, fill: colours[kindOf(job)], click: () => choose(job),
    stroke: job === chosen.job ? "var(--text)" : false }, make("title", {}, barText(job))));
  return make("svg", { class: "wide", viewBox: `0 0 ${width} ${lanes * step + 14}`, role: "img", "aria-label": `${counted(jobs.length, "job")} in ${timeText(data.us)}` },
    bars, make("text", { x: 0, y: lanes * step + 11 }, "0"), make("text", { x: width, y: lanes * step + 11, "text-anchor": "end" }, timeText(data.us)));
}

function jobTable() {
  const number = (text) => ({ text, class: "n" });
  const sorted = [...jobs].sort((a, b) => b.dur - a.dur);
  const rows = sorted.map((job) => {
    const part = (pattern) => { const found = nested(job).filter(({ event, depth }) => depth === 0 && pattern.test(event.name)); return found.length ? timeText(found.reduce((sum, { event }) => sum + event.dur, 0)) : "–"; };
    const step = stepOf(job);
    return [make("button", { type: "button", "aria-current": String(job === chosen.job), click: () => choose(job) }, job.module), job.target, number(timeText(job.dur)),
      number(job.from === "here" ? part(/^Frontend$|^Source$|^Parse/) : "–"), number(step ? timeText(step.dur) : "–"), kindOf(job)];
  });
  return table("Jobs", ["module", "target", number("time"), number("reading the source"), number("final step"), "from"], rows, true);
}

// The compilation of the chosen job: events within each other, and the longest by name.
function jobSection(job) {
  const all = nested(job), width = 1000, step = 16, depth = Math.max(0, ...all.map((one) => one.depth)) + 1, from = job.ts, x = (us) => width * us / Math.max(1, job.dur);
  if (!all.length) return make("section", { class: "card", id: "job" }, make("h3", {}, job.name), make("p", { class: "muted" }, job.from === "the cache" ? "It came from the cache: nothing was compiled." : "Its compiler tells no times."));
  const bars = all.filter(({ event }) => x(event.dur) >= 0.5).map((one) => make("g", {}, make("rect", { x: x(one.event.ts - from), y: one.depth * step, width: Math.max(0.5, x(one.event.dur) - 0.5), height: step - 2, fill: `var(--s${one.depth % 6})`, opacity: 0.6 },
    make("title", {}, `${one.event.name}${one.event.args.detail ? ` (${one.event.args.detail})` : ""}: ${timeText(one.event.dur)}`)),
    x(one.event.dur) > 7 * one.event.name.length ? make("text", { x: x(one.event.ts - from) + 4, y: one.depth * step + 11, class: "strong" }, one.event.name) : ""));
  const names = new Map();
  for (const { event, self } of all) { const one = names.get(event.name) || { self: 0, count: 0 }; one.self += self; ++one.count; names.set(event.name, one); }
  const rows = [...names].sort((a, b) => b[1].self - a[1].self).slice(0, 60).map(([name, { self, count }]) => [name, { text: timeText(self), class: "n" }, { text: bar(self / job.dur, percent(self / job.dur), 2) }, count]);
  return make("section", { class: "card", id: "job" }, make("h3", {}, `${job.name}: ${timeText(job.dur)}`),
    make("svg", { class: "wide", viewBox: `0 0 ${width} ${depth * step}`, role: "img", "aria-label": `Events of the compilation of ${job.name}, within each other` }, bars),
    table("Time by name", ["pass or phase", { text: "own time", class: "n" }, "of the job", { text: "times", class: "n" }], rows, true),
    make("p", { class: "muted" }, "Own time is without what runs within; events below 0.1 ms are not recorded."));
}

function choose(job) { chosen.job = job; draw(); document.querySelector("#job").scrollIntoView({ block: "nearest" }); }

function draw() {
  const kinds = Object.keys(colours).map((kind) => [kind, jobs.filter((job) => kindOf(job) === kind).length]).filter(([, count]) => count), busy = jobs.reduce((sum, job) => sum + job.dur, 0);
  const sample = (kind) => make("svg", { width: 12, height: 12, viewBox: "0 0 12 12", "aria-hidden": "true" }, make("rect", { x: 0, y: 1, width: 12, height: 10, fill: colours[kind] }));
  document.getElementById("page").replaceChildren(make("a", { class: "skip", href: "#main" }, "To the jobs"),
    make("header", { class: "top" }, make("h1", {}, "clc compile"), make("span", { class: "gap" }), themeButton()),
    make("main", { id: "main" }, make("section", { class: "card", id: "timeline" }, make("h2", {}, `${counted(jobs.length, "job")} in ${timeText(data.us)}`),
      make("p", { class: "muted" }, `${timeText(busy)} of jobs, at most ${data.processes} at once.`), jobs.length ? timeline() : "",
      make("ul", { class: "legend" }, kinds.map(([kind, count]) => make("li", {}, sample(kind), `${count} ${kind}`)))),
      make("section", { class: "card", id: "jobs" }, make("h3", {}, "Jobs, the longest first"), jobTable()), chosen.job ? jobSection(chosen.job) : ""));
}
chosen.job = [...jobs].sort((a, b) => b.dur - a.dur)[0] || null;
draw();
