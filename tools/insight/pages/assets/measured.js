// Measurements of launches, beside what is forecast and counted: by clrun bench, clc replay, the emulator, ncu, rocprofv3.

const measuredOf = (kernel) => (kernel.measured || []).map((i) => data.measured[i]);
const timesOf = (kernel) => measuredOf(kernel).filter((one) => one.us);

// How a time stands to a forecast: "within", "above" or "below" its range, and how many times it.
function verdictOn(one, forecast) {
  const where = one.us > forecast.most_us ? "above" : one.us < forecast.least_us ? "below" : "within";
  return { where, text: `${short(one.us / forecast.us)} × the forecast, ${where} its range` };
}

// Why a time may leave the range: what the model does not know of this kernel, then what it knows of none.
function leftOut(kernel, where) {
  const { forecast, facts } = kernel, unknown = (facts?.accesses || []).filter((one) => !one.known).length;
  const decides = [...new Set([...(facts?.work?.bytes_depend_on || []), ...(facts?.work?.operations_depend_on || [])])];
  return [forecast.usual_registers ? `registers, assumed to be ${forecast.usual_registers}: spills, and fewer waves than that` : "",
    unknown ? `addresses that data decide, in ${counted(unknown, "access")}` : "", decides.length ? `the values of ${decides.join(", ")}, which decide how much is done` : "",
    ...(where === "above" ? ["caches that are cold or that others use, misses of the TLB, DRAM pages that conflict", "clocks below the chip's usual ones, and other work on the chip", "instructions that the driver's compiler adds"]
      : ["data that end loops or branches early", "caches that already hold what is read", "clocks above the chip's usual ones"])].filter(Boolean);
}

// [what is counted, of which counters of tools]: the numbers of a launch of `groups` groups.
const counterparts = [
  [/^memory_transactions$/, "transactions", (kernel, groups) => groups * sumOf(kernel, "global")],
  [/^l1tex__t_sectors_pipe_lsu_mem_global_op_ld\.sum$/, "transactions of loads", (kernel, groups) => groups * sumOf(kernel, "global", "load")],
  [/^l1tex__t_sectors_pipe_lsu_mem_global_op_st\.sum$/, "transactions of stores", (kernel, groups) => groups * sumOf(kernel, "global", "store")],
  [/^(lds_passes|l1tex__data_pipe_lsu_wavefronts_mem_shared\.sum)$/, "passes over local memory", (kernel, groups) => groups * sumOf(kernel, "local")],
  [/^(launch__registers_per_thread|Registers Per Thread|VGPR_Count)$/, "registers", (kernel) => kernel.metrics.registers],
  [/^LDS_Block_Size$/, "bytes of local memory", (kernel) => kernel.metrics.local_bytes], [/^Scratch_Size$/, "bytes of scratch memory", (kernel) => kernel.metrics.scratch_bytes],
  [/^(sm__warps_active\.avg\.pct_of_peak_sustained_active|Achieved Occupancy|OccupancyPercent)$/, "occupancy, %", (kernel) => { const found = occupancyOf(kernel); return found && 100 * found.waves / found.max_waves; }],
];
const sumOf = (kernel, space, kind) => kernel.facts ? kernel.facts.accesses.reduce((sum, one) => sum + (one.space === space && one.kind === (kind ?? one.kind) ? one.most : 0), 0) : NaN;

function counterRows(kernel, one) {
  const groups = one.counters.find(({ name }) => name === "groups")?.value ?? kernel.forecast?.effort?.groups ?? NaN;
  return one.counters.map(({ name, value, unit }) => {
    const known = counterparts.find(([pattern]) => pattern.test(name)), ours = known ? known[2](kernel, groups) : undefined, isKnown = Number.isFinite(ours);
    return [name, { text: `${exactly(value)} ${unit}`.trim(), class: "n" }, known && isKnown ? { text: exactly(ours), class: "n" } : noFigure, known && isKnown ? known[1] : "",
      { text: isKnown && ours ? `× ${short(value / ours)}` : "", class: "n" }];
  });
}

function measuredCard(kernel) {
  const all = measuredOf(kernel);
  if (!all.length) return "";
  const forecast = forecastOf(kernel), number = (text) => ({ text, class: "n" }), worst = new Set();
  const rows = all.filter((one) => one.us).map((one) => {
    const verdict = forecast && verdictOn(one, forecast);
    if (verdict && verdict.where !== "within") worst.add(verdict.where);
    const range = one.least_us === one.most_us ? "" : `${durationText(one.least_us)} – ${durationText(one.most_us)}`;
    return [one.by, one.device, one.launch, one.launches, number(durationText(one.us)), number(range), verdict ? { text: verdict.text, class: verdict.where === "above" ? "worse" : "" } : "no forecast"];
  });
  return make("section", { class: "card", id: "measured" }, make("h3", {}, "Measured", knownBy("measured")),
    rows.length ? table("Measured times", ["by", "device", "launch", "times", number("time"), number("from – to"), "beside the forecast"], rows) : "",
    rows.length && forecast ? make("p", { class: "muted" }, `Forecast: ${durationText(forecast.us)} on ${forecast.product}, ${durationText(forecast.least_us)} – ${durationText(forecast.most_us)}, of the launch that this page was made for.`) : "",
    [...worst].map((where) => make("p", {}, `What may be ${where} the range: the model leaves out `, leftOut(kernel, where).join("; "), ".")),
    all.filter((one) => one.counters.length).map((one) => table(`Counters of ${one.by}`, [`${one.by}, ${one.launch}`, number("measured"), number("counted"), "of a launch", ""], counterRows(kernel, one), true)),
    all.some((one) => one.by === "rocprofv3") ? make("p", { class: "muted" }, "rocprofv3's columns were checked against ROCm 7's sources, and never measured on a GPU of AMD.") : "");
}

// Columns of the table of all kernels.
function measuredColumns() {
  if (!(data.measured || []).some((one) => one.us)) return [];
  const middle = (kernel) => { const times = timesOf(kernel); return times.length === 1 ? times[0].us : 0; };
  const cell = (kernel) => {
    const times = timesOf(kernel), all = times.map((one) => one.us), forecast = forecastOf(kernel);
    if (!times.length) return noFigure;
    const text = times.length === 1 ? durationText(all[0]) : `${durationText(Math.min(...all))} – ${durationText(Math.max(...all))}`, verdict = times.length === 1 && forecast ? verdictOn(times[0], forecast) : null;
    return { text, class: `n ${verdict?.where === "above" ? "worse" : ""}`, title: `${times.map((one) => `${one.by}, ${one.device}, ${one.launch}`).join("\n")}${verdict ? `\n${verdict.text}` : ""}` };
  };
  return [["measured", cell, (kernel) => middle(kernel) || Math.max(-1, ...timesOf(kernel).map((one) => one.us)), "measured"],
    ["÷ forecast", (kernel) => { const forecast = forecastOf(kernel); return middle(kernel) && forecast ? { text: short(middle(kernel) / forecast.us), class: "n" } : noFigure; },
      (kernel) => { const forecast = forecastOf(kernel); return middle(kernel) && forecast ? middle(kernel) / forecast.us : -1; }, "measured"]];
}
