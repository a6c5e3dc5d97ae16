// The roofline: what memory and arithmetic of a chip allow each kernel.

const speedKinds = ["float", "double", "half", "matrix_half", "matrix_float", "matrix_double", "matrix_float8"];
const kindText = (kind) => kind.replace("float8", "fp8").replace(/^matrix_(.*)/, "$1 matrices");

// The work of a mean work-item. Nothing where operations or bytes are not known.
function itemWork(kernel) {
  const work = kernel.facts ? kernel.facts.work : {}, items = kernel.facts ? kernel.facts.group.reduce((a, b) => a * b, 1) : 1;
  const each = (name) => work[name] === undefined ? undefined : work[name] / items;
  const kinds = speedKinds.map((kind) => [kind, each(`${kind}_operations`)]);
  const operations = kinds[0][1] === undefined ? undefined : kinds.reduce((sum, [, count]) => sum + (count ?? 0), 0);
  const decides = [...new Set([...(work.operations_depend_on || []), ...(work.bytes_depend_on || [])])];
  return { kinds: kinds.filter(([, count]) => count), operations, bytes: each("bytes"), least: each("least_bytes"), most: each("most_bytes"), decides,
    assumes: work.at_most ? work.assumes : null, hasImages: work.images_not_counted, isWhole: operations > 0 && work.least_bytes > 0 && !work.images_not_counted };
}

// Operations a second, where nothing but memory and arithmetic takes time; nothing where a speed is not documented.
function attainable(work, bytes, chip) {
  if (work.kinds.some(([kind]) => !chip[kind])) return null;
  const memory = bytes / chip.bytes, arithmetic = work.kinds.reduce((sum, [kind, count]) => sum + count / chip[kind], 0);
  return { speed: work.operations / Math.max(memory, arithmetic), isMemory: memory > arithmetic };
}

const speedText = (speed) => axisText(speed, 10).replace(/[kMGT]?$/, " $&FLOP/s");
const exactly = (count) => Number.isInteger(count) ? String(count) : short(count);
const rangeText = (least, most, text = short) => text(least) === text(most) ? text(least) : `${text(least)}–${text(most)}`;
const workNote = (work) => [work.hasImages ? "images are not counted" : "", work.decides.length ? `decided by ${work.decides.join(", ")}` : work.assumes ? `at most${work.assumes.length ? `, as ${work.assumes.join(", ")} decide` : ""}` : ""].filter(Boolean).join("; ");

function rooflineRow(kernel, chip) {
  const work = itemWork(kernel), number = (text) => ({ text, class: "n" });
  const found = chip && work.isWhole ? attainable(work, work.most, chip) : null;
  return [make("button", { type: "button", "aria-current": String(nameOf(kernel) === chosen.kernel), click: () => open(kernel) }, nameOf(kernel)), ...(data.builds.length > 1 ? [data.builds[kernel.build]] : []),
    number(work.operations === undefined ? "not known" : work.kinds.map(([kind, count]) => `${exactly(count)} ${kindText(kind)}`).join(" + ") || "0"),
    number(work.bytes === undefined ? "not known" : exactly(work.bytes)), number(work.most === undefined ? "not known" : rangeText(work.least, work.most, exactly)),
    number(work.isWhole ? short(work.operations / work.bytes) : "–"), number(work.isWhole ? rangeText(work.operations / work.most, work.operations / work.least) : "–"),
    number(found ? speedText(found.speed) : "–"), found ? (found.isMemory ? "memory" : "arithmetic") : work.isWhole && chip ? "speed not documented" : "", workNote(work)];
}

function rooflineChart(kernel, kernels, chip) {
  const point = (one, name, bytes, of) => {
    const work = itemWork(one), found = attainable(work, work[bytes], chip);
    return found && { x: work.operations / work[bytes], y: found.speed / 1e9,
      text: `${name}: ${short(work.operations / work[bytes])} FLOP a byte ${of}, at most ${speedText(found.speed)}, limited by ${found.isMemory ? "memory" : "arithmetic"}${workNote(work) && ` (${workNote(work)})`}` };
  };
  const whole = kernels.filter((one) => itemWork(one).isWhole);
  const pointsOf = (list, bytes, of) => list.map((one) => point(one, one.build ? `${one.kernel} of ${data.builds[one.build]}` : one.kernel, bytes, of)).filter(Boolean);
  const others = whole.filter((one) => one !== kernel);
  const here = whole.includes(kernel) ? [kernel] : [];
  const series = [{ name: "other kernels, bytes of their transactions", points: pointsOf(others, "most", "of transactions") },
    { name: `${kernel.kernel}, bytes that it asks for`, points: pointsOf(here, "bytes", "asked for") },
    { name: `${kernel.kernel}, bytes of its transactions`, points: pointsOf(here, "most", "of transactions") }];
  const all = series.flatMap((one) => one.points);
  if (!all.length) return [];
  const used = new Set(whole.flatMap((one) => itemWork(one).kinds.map(([kind]) => kind)));
  const kinds = speedKinds.filter((kind) => chip[kind] && used.has(kind));
  const ridges = kinds.map((kind) => chip[kind] / chip.bytes);
  const from = Math.min(...ridges.map((x) => x / 10), ...all.map((one) => one.x)), to = Math.max(...ridges.map((x) => x * 10), ...all.map((one) => one.x));
  const dashes = { float: "none", double: "8 4", half: "2 4", matrix_half: "12 4 2 4", matrix_float: "12 4", matrix_double: "8 4 2 4", matrix_float8: "16 4" };
  const lines = kinds.map((kind) => ({ points: [{ x: from, y: from * chip.bytes / 1e9 }, { x: chip[kind] / chip.bytes, y: chip[kind] / 1e9 }, { x: to, y: chip[kind] / 1e9 }],
    dash: dashes[kind], name: `${speedText(chip[kind])} of ${kindText(kind)}, ${short(chip.bytes / 1e9)} GB/s`, at: { x: to, y: chip[kind] / 1e9 } }));
  const chart = logChart({ title: `Roofline of ${chip.product}`, summary: all.map((one) => one.text).join("; "), x: { title: "FLOP a byte" }, y: { title: "GFLOP/s" }, series, lines });
  return [chart, legend(series.map((one) => one.name), Object.fromEntries(kinds.map((kind) => [`at most, of ${kindText(kind)}`, dashes[kind]])))];
}

function rooflineSection(kernel, other) {
  if (!kernel.facts) return "";
  const kernels = data.kernels.filter((one) => one.facts && one.target === kernel.target && (one.build === kernel.build || one === other));
  const chips = (data.peaks || {})[kernel.target] || [];
  const content = make("div", {});
  const show = () => {
    const chip = chips.find((one) => one.product === chosen.chip) || chips[0];
    const chart = chip ? rooflineChart(kernel, kernels, chip) : [];
    const number = (text) => ({ text, class: "n" });
    const head = ["kernel", ...(data.builds.length > 1 ? ["build"] : []), ...["FLOP", "bytes asked for", "of transactions", "FLOP a byte", "of transactions", "at most"].map(number), "limited by", "note"];
    content.replaceChildren(
      make("p", { class: "muted" }, !chip ? `No product with ${kernel.target} is known here whose speed its vendor documents: no roof.` : `${chip.product}, as documented: ${speedKinds.filter((kind) => chip[kind]).map((kind) => `${speedText(chip[kind])} of ${kindText(kind)}`).join(", ")}, ${short(chip.bytes / 1e9)} GB/s (${chip.source}${chip.matrix_source ? `; matrices: ${chip.matrix_source}` : ""}).${chart.length ? "" : " No kernel has a place under this roof: see the table."}`),
      ...chart, table(`Operations and bytes of a work-item, for ${kernel.target}`, head, kernels.map((one) => rooflineRow(one, chip)), true),
      make("p", { class: "muted" }, "Of a mean work-item, counted in the optimised code; no caches. What arguments and group ids decide, clc report knows with --arg NAME=NUMBER and --global-size N."));
  };
  // A table of many kernels waits until the browser has drawn what is in view.
  if (kernels.length > overviewRows) requestAnimationFrame(() => setTimeout(show)); else show();
  const chipChoice = chips.length > 1 ? make("p", {}, choice("Chip", "chip", chips.map((one) => [one.product, one.product]), chosen.chip, (value) => { chosen.chip = value; show(); remember(); })) : "";
  return make("section", { class: "card", id: "roofline" }, make("h3", {}, "Roofline", knownBy("modelled")), chipChoice, content);
}
