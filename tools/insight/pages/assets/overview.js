// All kernels and targets, and what is known of the chosen one in a line that opens.

const noFigure = { text: "–", class: "n" };

// The forecast of the launch that the page was made for, on the first product with the chip.
function forecastOf(kernel) {
  const chip = kernel.forecast && !kernel.forecast.unknown ? (data.chips[kernel.target] || [])[0] : null;
  const found = chip && window.clcForecastOf(kernel, chip, kernel.work_group, kernel.dynamic_local, kernel.assumed_registers ?? null);
  return found ? { ...found, product: chip.product + (chip.checked ? "" : " *") } : null;
}

const occupancyOf = (kernel) => window.clcOccupancy(kernel.occupancy, kernel.work_group, kernel.dynamic_local, kernel.assumed_registers);

// [title, the cell of a kernel, what it is sorted by, how it is known]
function overviewColumns() {
  const figure = (title, name) => [title, (kernel) => kernel.metrics[name] ?? noFigure, (kernel) => kernel.metrics[name] ?? -1, "counted"];
  const findings = (kernel) => kernel.facts ? kernel.facts.findings.length : -1;
  const share = (kernel) => { const found = occupancyOf(kernel); return found ? found.waves / found.max_waves : -1; };
  const hasTimes = data.kernels.some((kernel) => kernel.forecast);
  return [["kernel", (kernel) => make("button", { type: "button", "aria-current": String(kernel === shownKernel), click: () => open(kernel) }, nameOf(kernel)), nameOf], ["target", (kernel) => kernel.target, (kernel) => kernel.target],
    ...(hasTimes ? [["forecast", (kernel) => { const found = forecastOf(kernel); return found ? { text: durationText(found.us), class: "n", title: `on ${found.product}, from ${durationText(found.least_us)} to ${durationText(found.most_us)}` } : noFigure; }, (kernel) => forecastOf(kernel)?.us ?? -1, "modelled"],
      ["bound by", (kernel) => forecastOf(kernel)?.bound_by ?? "–", (kernel) => forecastOf(kernel)?.bound_by ?? "", "modelled"]] : []), ...measuredColumns(),
    ["occupancy", (kernel) => share(kernel) < 0 ? noFigure : { text: (kernel.occupancy.at_most ? "≤ " : "") + percent(share(kernel)), class: "n" }, share, "counted"],
    ["findings", (kernel) => kernel.facts ? findings(kernel) : noFigure, findings, "counted"], ...runColumns(),
    figure("registers", "registers"), figure("spills", "spills"), figure("scratch", "scratch_bytes"), figure("local", "local_bytes"), figure("code", "code_bytes"),
    ["alive", (kernel) => kernel.alive ?? noFigure, (kernel) => kernel.alive ?? -1, "counted"]];
}

// Sorted as its headings were pressed: numbers from the greatest, names from A, then the other way round.
function sortedKernels(columns) {
  const kernels = data.kernels.filter((kernel) => kernel.build === 0), chosenColumn = chosen.sort && columns.find(([title]) => title === chosen.sort.title);
  if (!chosenColumn) return kernels;
  const key = chosenColumn[2];
  const compare = (a, b) => typeof a === "string" ? a.localeCompare(b) : b - a;
  return kernels.sort((a, b) => (chosen.sort.isBackwards ? -1 : 1) * compare(key(a), key(b)));
}

const overviewRows = 40;  // at first: tables of more take browsers long

function overviewSection() {
  if (data.kernels.filter((kernel) => kernel.build === 0).length < 2) return "";
  // Where builds are compared, the page begins with what changed, and this is a line that opens.
  const isLine = Boolean(data.changes), columns = overviewColumns();
  const section = make(isLine ? "details" : "section", { class: "card", id: "all", open: isLine && chosen.isListOpen, toggle: () => { chosen.isListOpen = section.open; showRow(); } });
  const show = (focus) => {
    const kernels = sortedKernels(columns), shown = chosen.showsAll ? kernels : kernels.slice(0, overviewRows);
    const heading = ([title, , , way]) => {
      const isSorted = chosen.sort?.title === title, isText = /^(kernel|target|bound by)$/.test(title);
      const isAscending = isSorted && chosen.sort.isBackwards !== isText;
      const press = () => { chosen.sort = { title, isBackwards: isSorted && !chosen.sort.isBackwards }; show(title); };
      return { text: make("button", { type: "button", class: "sort", "data-column": title, click: press }, title, isSorted ? (isAscending ? " ▴" : " ▾") : ""), "aria-sort": isSorted ? (isAscending ? "ascending" : "descending") : "none", class: isText ? "" : "n", ...headKnownBy(way) };
    };
    section.replaceChildren(make(isLine ? "summary" : "h3", {}, `All kernels and targets (${kernels.length})`), table("All kernels", columns.map(heading), shown.map((kernel) => columns.map(([, cell]) => cell(kernel))), true),
      shown.length < kernels.length ? make("button", { type: "button", click: () => { chosen.showsAll = true; show(); } }, `Show all ${kernels.length}`) : "");
    if (focus) section.querySelector(`[data-column="${focus}"]`).focus();
  };
  show();
  return section;
}

// Shows the chosen kernel's row.
function showRow() {
  const button = document.querySelector("#all [aria-current=true]"), list = document.querySelector("#all .tall");
  if (button) list.scrollTop = Math.max(0, button.closest("tr").offsetTop - list.clientHeight / 2);
}

// The words of the cards, in a line, each with how it is known.
function factsLine(kernel, other) {
  const before = other && other.build !== kernel.build ? forecastOf(other) : null, found = occupancyOf(kernel), time = forecastOf(kernel), { metrics } = kernel;
  const covered = data.coverage ? coverageOf(kernel) : null, times = timesOf(kernel), assumed = kernel.forecast?.usual_registers;
  const parts = [time && [`${before ? `${durationText(before.us)} → ` : ""}${durationText(time.us)} on ${time.product}, bound by ${time.bound_by}`, "modelled"],
    time && assumed && [`${assumed} registers assumed`, "assumed"], times.length === 1 && [durationText(times[0].us), "measured"],
    [found ? `occupancy ${kernel.occupancy.at_most ? "≤ " : ""}${percent(found.waves / found.max_waves)}` : "occupancy not known", found && "counted"],
    "registers" in metrics && [counted(metrics.registers, "register"), "counted"], metrics.spills && [counted(metrics.spills, "spill"), "counted"],
    metrics.local_bytes && [`${metrics.local_bytes} bytes of local memory`, "counted"], kernel.facts && [counted(kernel.facts.findings.length, "finding"), "counted"],
    data.faults && [counted(faultsOf(kernel).length, "fault"), "measured"], covered?.lines.length && [`${covered.run} of ${covered.lines.length} lines ran`, "measured"]];
  return parts.filter(Boolean).map(([text, way], i) => [i ? " · " : "", text, way ? knownBy(way) : ""]);
}

function factsSection(kernel, other) {
  const details = make("details", { class: "card", id: "facts", open: chosen.isOpen }, make("summary", {}, factsLine(kernel, other)),
    make("div", { class: "cards" }, occupancyCard(kernel), resourceCard(kernel, other), findingsCard(kernel), measuredCard(kernel), runsCard(kernel)));
  details.addEventListener("toggle", () => { chosen.isOpen = details.open; });
  return details;
}

window.addEventListener("beforeprint", () => { for (const one of document.querySelectorAll("details")) one.open = true; });
