// Occupancy and forecasts of launches, from tables in the page. Nothing here draws.

// The occupancy of a launch: see page/occupancy_table.h.
const limitOrder = ["waves", "groups", "registers", "scalar registers", "local memory"];
// Without `registers` the kernel has those of the compiler.
window.clcOccupancy = (table, workGroup, dynamicLocal, registers = null) => {
  if (table.unknown || workGroup < 1) return null;
  if (workGroup > table.max_group) return { groups: 0, waves: 0, max_waves: table.max_waves, unit: table.unit, limits: ["work-group size"] };
  const waves = Math.ceil(workGroup / table.wave);
  const bounds = { ...table.by_waves[waves - 1] };
  if (registers !== null) {
    const allowed = table.by_registers.filter(([from]) => from <= registers).pop()[1][waves - 1];
    delete bounds.registers;
    if (registers > table.most_registers) bounds.registers = 0;
    else if (allowed !== null) bounds.registers = allowed;
  }
  const step = table.local.filter(([from]) => from <= dynamicLocal).pop();
  for (const [limit, groups] of Object.entries(step[1])) bounds[limit] = Math.min(groups, bounds[limit] ?? groups);
  const groups = Math.min(...Object.values(bounds));
  return { groups, waves: groups * waves, max_waves: table.max_waves, unit: table.unit,
    limits: limitOrder.filter((limit) => bounds[limit] === groups) };
};

// The model of insight/forecast/forecast.cpp, with its names: the test pages_forecast holds both against each other.
const missingShare = (bytes, cache) => Math.max(0, Math.min(1, bytes <= 0.6 * cache ? 0 : bytes >= 1.6 * cache ? 1 : (bytes - 0.6 * cache) / cache));

// A chip has a rate for each product that it has an instruction for, and another one for those of groups.
function matrixClocks(work, chip) {
  const elements = ["halfs", "floats", "bytes", "float8s"], count = (name) => work[`matrix_${name}`] ?? 0;
  const ofGroups = work.matrix_of_groups ? work.matrix_of_groups / elements.reduce((all, name) => all + count(name), 0) : 0;
  return [...elements, "doubles"].reduce((all, name) => {
    const rate = chip[`matrix_${name}`], rateOfGroups = chip[`group_${name}`], one = rate ? count(name) / rate : 0;
    return all + (ofGroups && rateOfGroups ? (1 - ofGroups) * one + ofGroups * count(name) / rateOfGroups : one);
  }, 0);
}

function forecastParts(effort, sum, footprint, meetings, residency, chip) {
  const { work, chain } = sum, sector = 32, mib = 1024 * 1024;
  const missing = missingShare(footprint, chip.l2_mib * mib);
  const ofAUnit = Math.ceil(effort.groups / chip.units), held = Math.max(1, Math.min(residency.groups, ofAUnit));
  const unitUs = (clocks) => {
    const share = effort.groups / chip.units;
    return clocks * (share < 4 ? ofAUnit : share + 0.5 * (ofAUnit - share)) / chip.gigahertz * 1e-3;
  };
  const instructions = Object.entries(work).reduce((all, [name, count]) => all + (/^(matrix_|copy_|copies_)/.test(name) ? 0 : count), 0);
  const lines = sum.lines + sum.stored_lines + Math.max(sum.passes, work.locals) + work.exchanges + sum.atomics;
  const imageBytes = work.images * 32 * 4, images = imageBytes * effort.groups;
  const partial = sum.partial_sectors * effort.groups * sector * chip.partial_share * missing;
  const cache = Math.max(16, chip.cache_kib - held * residency.local_bytes / 1024) * 1024;
  const readBytes = Math.min(sum.sectors * sector, effort.group_bytes * held <= cache ? effort.group_bytes : effort.near_bytes);
  const written = (sum.stored_sectors + sum.partial_sectors) * sector;
  // Critical path, times the waves of groups of a multiprocessor.
  const memory = chip.l2_latency + (chip.dram_latency - chip.l2_latency) * missing;
  const asked = sum.sectors * sector, far = asked === 0 ? 1 : readBytes / asked, first = Math.min(chain.globals, 1);
  const waits = first * memory + (chain.globals - first) * (far * memory + (1 - far) * chip.l1_latency);
  const clocks = (chain.floats + chain.integers + chain.products + chain.branches) * chip.alu_latency + chain.doubles * chip.double_latency +
    chain.specials * chip.special_latency + (chain.matrices ?? 0) * chip.matrix_latency + (chain.locals + chain.exchanges) * chip.local_latency + chain.barriers * chip.barrier_latency +
    waits + chain.images * (memory + 200) + (chain.matrix_of_groups ? 4 * matrixClocks(chain, chip) : 0) + instructions / residency.waves * chip.wave_issue;
  const rounds = effort.groups / (chip.units * residency.groups);
  const taken = rounds <= 1 ? 1 : rounds + 0.5 * (Math.ceil(rounds) - rounds), roundsUs = (clocks) => clocks * taken / chip.gigahertz * 1e-3;
  // Waits for asynchronous copies: each has as many iterations for its way from memory as are in flight.
  const copies = work.copy_waits && work.copy_commits ? (work.copy_waits / residency.waves * memory + clocks) / (1 + (work.copies_left ?? 0) / work.copy_commits) : 0;
  return {
    DRAM: (footprint * missing + partial + images * missingShare(images, chip.l2_mib * mib)) / chip.dram_gigabytes_per_s * 1e-3,
    L2: ((work.copy_commits ? asked * 0.45 : readBytes) + written + imageBytes) * effort.groups / chip.l2_gigabytes_per_s * 1e-3,
    atomics: sum.atomics * effort.groups / chip.atomics_per_ns * 1e-3,
    "atomics on one address": meetings / chip.same_atomics_per_ns * 1e-3,
    "L1 and local memory": unitUs(lines / chip.lines),
    issue: unitUs(instructions / chip.issue),
    "float port": unitUs(work.floats / chip.floats),
    "double port": unitUs(work.doubles / chip.doubles),
    "integer port": unitUs(work.integers / chip.integers + work.products / chip.products),
    "special port": unitUs(work.specials / chip.specials),
    "matrix units": unitUs(matrixClocks(work, chip)),
    images: unitUs(work.images / chip.images),
    latency: roundsUs(clocks),
    "copies in flight": roundsUs(copies),
  };
}

const togetherUs = (parts) => Object.values(parts).reduce((sum, us) => sum + us ** 4, 0) ** 0.25;

window.clcForecast = (effort, residency, chip) => {
  const bytes = effort.read_bytes + effort.written_bytes, meetings = effort.contention ?? { least: 0, usual: 0, most: 0 };
  const parts = forecastParts(effort, effort.most, bytes, meetings.usual, residency, chip), work = togetherUs(parts);
  const least = togetherUs(forecastParts(effort, effort.least, bytes, meetings.least, residency, chip));
  const fewest = togetherUs(forecastParts(effort, effort.least, effort.least_bytes?.all ?? bytes, meetings.least, residency, chip));
  const worst = { ...effort.most, passes: Math.max(effort.most.passes, effort.worst_passes ?? 0) };
  const most = togetherUs(forecastParts(effort, worst, bytes, meetings.most, residency, chip));
  const expected = least ** (1 - chip.doubted_share) * work ** chip.doubted_share;
  const longest = Object.entries(parts).reduce((a, b) => (b[1] > a[1] ? b : a));
  return { us: chip.launch_us + expected, least_us: (chip.launch_us + Math.min(fewest, work)) / chip.spread,
    most_us: (chip.launch_us + Math.max(work, most)) * chip.spread, bound_by: expected < chip.launch_us ? "launch" : longest[0], parts };
};

// Demands of groups of another size if the work of a wave stayed the same.
function effortOfGroup(effort, group, size, wave) {
  if (group === size) return effort;
  const share = Math.ceil(size / wave) / Math.ceil(group / wave);
  const scaled = (counts) => Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, typeof count === "number" ? count * share : name === "work" ? scaled(count) : count]));
  return { ...effort, groups: Math.ceil(effort.groups * group / size), least: scaled(effort.least), most: scaled(effort.most),
    worst_passes: (effort.worst_passes ?? 0) * share, near_bytes: effort.near_bytes * share, group_bytes: effort.group_bytes * share };
}

// The forecast of a kernel's `forecast` in the page, with what the sliders say; null where it cannot run.
window.clcForecastOf = (kernel, chip, group, dynamicLocal, registers = null) => {
  const { effort, group: analysed, wave, local_bytes, usual_registers } = kernel.forecast;
  const occupancy = window.clcOccupancy(kernel.occupancy, group, dynamicLocal, registers ?? usual_registers ?? null);
  if (!occupancy || occupancy.groups === 0) return null;
  const residency = { groups: occupancy.groups, waves: occupancy.waves / occupancy.groups, local_bytes: local_bytes + dynamicLocal };
  return window.clcForecast(effortOfGroup(effort, analysed, group, wave), residency, chip);
};

