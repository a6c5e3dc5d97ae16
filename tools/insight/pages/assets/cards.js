// Cards of a kernel: resources, occupancy and what if, forecasts, findings, memory accesses.

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
  return make("section", { class: "card", id: "resources" }, make("h3", {}, "Resources", knownBy("counted")),
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

// The size of a group with the shortest forecast, of whole waves; of equal ones the smallest.
function fastestGroup(kernel, chip, local, registers) {
  const { wave, max_group } = kernel.occupancy, found = [];
  for (let group = wave; group <= max_group; group += wave) {
    const time = window.clcForecastOf(kernel, chip, group, local, registers);
    if (time) found.push({ group, us: time.us });
  }
  return found.reduce((a, b) => !a || b.us < a.us * 0.999 ? b : a, null);
}

// The forecast of the launch on each product, which follows the sliders.
function forecastTable(kernel, take) {
  const element = make("div", { id: "forecast", "aria-live": "polite" }), known = kernel.forecast;
  if (!known) return { element, show: () => {} };
  if (known.unknown) { element.append(make("p", { class: "muted" }, `No time: ${known.unknown}.`)); return { element, show: () => {} }; }
  const chips = data.chips[kernel.target] || [];
  const show = (group, local, registers) => {
    const rows = chips.map((chip) => {
      const found = window.clcForecastOf(kernel, chip, group, local, registers);
      return [chip.product + (chip.checked ? "" : " *"), ...(found ? [durationText(found.us), durationText(found.least_us), durationText(found.most_us)] : ["", "", ""]).map((text) => ({ text, class: "n" })), found ? found.bound_by : "cannot run"];
    });
    const fastest = chips.length && !kernel.group_is_required ? fastestGroup(kernel, chips[0], local, registers) : null;
    element.replaceChildren(table("Forecast of the launch", ["product", { text: "time", class: "n" }, { text: "from", class: "n" }, { text: "to", class: "n" }, "bound by"], rows),
      make("p", { class: "muted" }, knownBy("modelled"), ` ${chips.some((chip) => !chip.checked) ? "*: computed, never checked. " : ""}${group === known.group ? "" : "Of another group it is taken that the work of a wave stays the same. "}${known.usual_registers && registers === null ? `Registers are assumed to be ${known.usual_registers}: cubin: targets know them.` : ""}`),
      fastest && fastest.group !== group ? make("button", { type: "button", id: "fastest", click: () => take(fastest.group) }, `Take groups of ${fastest.group}, the fastest: ${durationText(fastest.us)}`) : "");
  };
  return { element, show };
}

function occupancyCard(kernel) {
  const occupancy = kernel.occupancy;
  const card = make("section", { class: "card", id: "occupancy" }, make("h3", {}, "Occupancy, and what if", knownBy("counted")));
  if (occupancy.unknown) { card.append(make("p", { class: "muted" }, `Not known: ${occupancy.unknown}.`)); return card; }
  if (chosen.group === null) chosen.group = kernel.work_group;
  if (chosen.local === null) chosen.local = kernel.dynamic_local;
  if (chosen.registers === undefined) chosen.registers = kernel.assumed_registers ?? null;
  const group = () => Math.max(1, chosen.group);
  const most = kernel.limits ? kernel.limits.local_bytes : 65536;
  const result = make("div", { "aria-live": "polite", id: "what-if" });
  const take = (size) => { const input = document.getElementById("what-if-group"); input.value = size; input.dispatchEvent(new Event("input")); };
  const forecast = forecastTable(kernel, take);
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
  return make("section", { class: "card", id: "findings" }, make("h3", {}, `Findings and advice${items.length ? ` (${items.length})` : ""}`, knownBy("counted")),
    items.length ? make("ul", { class: "findings" }, items) : make("p", { class: "muted" }, why),
    facts && facts.incomplete && items.length ? make("p", { class: "muted" }, why) : "");
}

function accessSection(kernel) {
  if (!kernel.facts || !kernel.facts.accesses.length) return "";
  const facts = kernel.facts;
  const rows = facts.accesses.map((access) => [
    make("button", { type: "button", click: () => links.select(`${access.file}:${access.line}`, null) }, placeText(access)),
    access.kind, access.space, access.bytes, access.pattern, access.waves, { text: access.cost, class: "n" }, { text: access.best, class: "n" }, { text: access.efficiency, class: "n" }, access.note]);
  return make("section", { class: "card", id: "accesses" }, make("h3", {}, `Memory accesses: groups of ${facts.group.join("×")}, waves of ${facts.wave}, transactions of ${facts.segment} bytes`, knownBy("counted")),
    table("Memory accesses", ["place", "access", "memory", { text: "bytes", class: "n" }, "pattern", { text: "waves", class: "n" }, { text: "cost", class: "n" }, { text: "best", class: "n" }, { text: "efficiency", class: "n" }, "note"], rows, true));
}
