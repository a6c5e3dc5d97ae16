// Branches of a kernel's code: labels where they go, arrows beside the code, blocks and loops.

const branchOps = /^(s_branch|s_cbranch|bra|brx|BRA|BRX|BREAK|OpBranch|OpSwitch|jmpi|goto|while|break|if|else)/;
const endOps = /^(ret|exit|RET|EXIT|s_endpgm|OpReturn|OpKill|OpUnreachable|trap)/;

// {label or address: line} of all that branches can name.
function placesOfCode(texts) {
  const places = new Map();
  texts.forEach((text, i) => {
    const label = text.match(/^\s*([\w$.]+):\s*(\/\/.*)?$/) || text.match(/^\s*(%\w+) = OpLabel/), address = text.match(/\/\/ ([0-9A-F]+): [0-9A-F]{8}/);
    if (label) places.set(label[1], i);
    if (address) places.set(parseInt(address[1], 16), i);
  });
  return places;
}

// Where a branch goes: `<kernel+0x110>` of AMD's code counts from the function's begin.
function targetsOf(text, places, begins) {
  const amd = text.match(/<([\w$.]+)(?:\+0x([0-9a-f]+))?>$/);
  if (amd) return [places.get((begins.get(amd[1]) ?? NaN) + parseInt(amd[2] || "0", 16))];
  return [...comparableWords(text)].map((word) => places.get(word));
}
const comparableWords = (text) => text.replace(/\/\/.*|.*= /, "").match(/[%$.]?[\w$.]+/g) || [];

// [{from, to}] by line.
function branchesOf(texts) {
  const places = placesOfCode(texts), begins = new Map(), branches = [];
  for (const text of texts) { const begin = text.match(/^([0-9a-f]+) <(.*)>:$/); if (begin) begins.set(begin[2], parseInt(begin[1], 16)); }
  texts.forEach((text, from) => {
    if (!branchOps.test(operationOf(text))) return;
    for (const to of new Set(targetsOf(text, places, begins))) if (to !== undefined && to !== from) branches.push({ from, to });
  });
  return branches;
}

const mostLanes = 4;

// What stands beside each line: `┌─`, `│`, `└►`. Short branches are next to the code; where there is no room, a branch has its label only.
function arrowsOf(branches, count) {
  const lanes = [], arrows = new Array(count);
  const sorted = [...branches].sort((a, b) => Math.abs(a.from - a.to) - Math.abs(b.from - b.to));
  for (const { from, to } of sorted) {
    const top = Math.min(from, to), end = Math.max(from, to);
    const lane = [...Array(mostLanes).keys()].find((one) => !(lanes[one] || []).some(([a, b]) => a <= end && top <= b));
    if (lane === undefined) continue;
    (lanes[lane] ??= []).push([top, end]);
    for (let i = top; i <= end; ++i) {
      const line = arrows[i] ??= new Array(mostLanes + 1).fill(" "), column = mostLanes - 1 - lane;
      line[column] = i === top ? "┌" : i === end ? "└" : "│";
      if (i !== top && i !== end) continue;
      for (let j = column + 1; j <= mostLanes; ++j) line[j] = line[j] === "│" || line[j] === "┼" ? "┼" : line[j] === "►" ? "►" : "─";
      if (i === to) line[mostLanes] = "►";
    }
  }
  const free = mostLanes - lanes.length;
  return arrows.map((line) => line.slice(free).join(""));
}

// {kernel, branches, arrows, names: of lines that branches go to, target: of branches, blocks and loops as [first, last]}
function flowOf(kernel) {
  if (kernel.flow) return kernel.flow;
  const texts = textsOf(kernel), branches = branchesOf(texts), names = new Map(), ends = new Set([0]);
  for (const to of [...new Set(branches.map((one) => one.to))].sort((a, b) => a - b)) {
    const own = texts[to].match(/^\s*([\w$.]+):|^\s*(%\w+) = OpLabel/);
    names.set(to, own ? own[1] || own[2] : `L${names.size + 1}`);
    ends.add(to);
  }
  texts.forEach((text, i) => { const operation = operationOf(text); if (branchOps.test(operation) || endOps.test(operation)) ends.add(i + 1); });
  const begins = [...ends].sort((a, b) => a - b);
  const loops = branches.filter(({ from, to }) => to < from).map(({ from, to }) => [to, from]).sort((a, b) => a[1] - a[0] - b[1] + b[0]);
  kernel.flow = { kernel, branches, names, arrows: arrowsOf(branches, texts.length), target: new Map(branches.map(({ from, to }) => [from, to])),
    block: (i) => { const at = begins.findLastIndex((begin) => begin <= i); return [begins[at], (begins[at + 1] ?? texts.length) - 1]; },
    loop: (i) => loops.find(([from, to]) => from <= i && i <= to) };
  return kernel.flow;
}
