// The text of source and machine code: colours, operations, what differs between two texts.

// The lines of a kernel's code. nvdisasm indents instructions by 8 columns before their address and many behind it.
function textsOf(kernel) {
  kernel.texts ??= kernel.code.line.length ? kernel.code.text.split("\n").map((text) => text.replace(/^ {8}(\/\*[0-9a-f]{4,}\*\/) {14}/, "$1  ")) : [];
  return kernel.texts;
}

const keywords = /^(kernel|__kernel|global|__global|local|__local|constant|__constant|private|const|restrict|volatile|static|inline|if|else|for|while|do|return|switch|case|break|continue|struct|typedef|union|enum|sizeof|default|__attribute__|attribute)$/;
const types = /^(void|bool|u?(char|short|int|long)(2|3|4|8|16)?|(half|float|double)(2|3|4|8|16)?|size_t|unsigned|signed|image2d_t|sampler_t)$/;

// Tells for each line whether it begins within a comment.
function commentStates(lines) {
  let inside = false;
  return lines.map((line) => {
    const before = inside;
    const bare = inside ? line : line.replace(/"(\\.|[^"\\])*"/g, "");
    const open = bare.lastIndexOf("/*"), close = bare.lastIndexOf("*/"), slashes = bare.indexOf("//");
    if (open > close && (slashes < 0 || slashes > open)) inside = true;
    else if (close >= 0) inside = false;
    return before;
  });
}

function colouredSource(line, isInComment) {
  const parts = [];
  let rest = line;
  if (isInComment) {
    const end = line.indexOf("*/");
    const length = end < 0 ? line.length : end + 2;
    parts.push(make("span", { class: "comment" }, line.slice(0, length)));
    rest = line.slice(length);
  }
  for (const [word] of rest.matchAll(/\/\/.*|\/\*.*?(\*\/|$)|"(\\.|[^"\\])*"?|^\s*#\s*\w+|[A-Za-z_]\w*|\d[\w.]*|[^\w"/#]+|./g)) {
    const kind = /^(\/\/|\/\*)/.test(word) ? "comment" : /^\s*#/.test(word) || keywords.test(word) ? "keyword" : types.test(word) ? "type" : /^(\d|")/.test(word) ? "number" : "";
    parts.push(kind ? make("span", { class: kind }, word) : word);
  }
  return parts;
}

const memoryOps = /^(ld|st|atom|red|global_|flat_|buffer_|s_load|s_buffer|scratch_|LD|ST|ATOM|RED|OpLoad|OpStore|OpAtomic|send|VTX|MEM_RAT|TEX)/;
const localOps = /^((ld|st|atom)\.shared|ds_|LDS|STS|ATOMS|LDSM)/;
const flowOps = /^(bra|brx|ret|exit|bar|call|s_cbranch|s_branch|s_barrier|s_endpgm|BRA|EXIT|BAR|RET|CALL|BSYNC|OpBranch|OpReturn|OpControlBarrier|jmp|JUMP|POP|LOOP)/;

const instruction = /^(\s*(?:@!?%?\w+\s+)?(?:%\w+ = )?)([A-Za-z_][\w.]*)(.*)$/;
// The operation of a line of code; none of a label or a comment.
const operationOf = (line) => (/:\s*$/.test(line) ? "" : (line.replace(/^\s*\/\*[0-9a-f]{4,}\*\//, "").match(instruction) || [])[2] || "");

// The instruction between its address and its bytes.
// `label`: where a branch goes.
function colouredCode(line, label) {
  const sass = line.match(/^(\s*\/\*[0-9a-f]{4,}\*\/)(.*)$/), amd = line.match(/^(.*?)\s*(\/\/ [0-9A-F]+: .*)$/);
  const before = sass ? sass[1] : "", behind = amd ? amd[2] : "", code = sass ? sass[2] : amd ? amd[1] : line;
  const parts = [];
  if (before) parts.push(make("span", { class: "enc" }, before));
  const words = code.match(instruction);
  if (words && !/:\s*$/.test(code)) {
    const op = words[2];
    const kind = localOps.test(op) ? "lds" : memoryOps.test(op) ? "mem" : flowOps.test(op) ? "flow" : "";
    const [, operands, number] = label ? words[3].match(/^(.*?)(\s*\d*)$/) : ["", words[3], ""];
    parts.push(words[1], make("span", { class: "op " + kind }, op), operands, label ? make("span", { class: "goes", title: `to ${label}${number ? `:${number} words on` : ""}` }, amd ? ` ${label}` : number, " ➔") : "");
  } else {
    parts.push(/^\s*(\/\/|;)/.test(code) ? make("span", { class: "comment" }, code) : code);
  }
  if (behind) parts.push(make("span", { class: "enc" }, "  " + behind));
  return parts;
}

// Instructions without what changes when code before them does: addresses, bytes, numbers of labels and of PTX's registers.
const comparable = (text) => text.replace(/\s*\/\/ [0-9A-F]+: .*$|^\s*\/\*[0-9a-f]{4,}\*\//, "").replace(/^(\s*s_c?branch\S*) \d+/, "$1").replace(/(\$L__\w+?|\.L_x_|BB|%(?:p|rs|rd|r|fd|f|b))[\d_]+/g, "$1").trim();

// Which lines of each text the other one lacks: the longest common part, of what is left between equal ends.
function differences(a, b) {
  const marks = [new Array(a.length).fill("removed"), new Array(b.length).fill("added")];
  let from = 0, endA = a.length, endB = b.length;
  const keep = (i, j) => { marks[0][i] = ""; marks[1][j] = ""; };
  while (from < endA && from < endB && a[from] === b[from]) { keep(from, from); ++from; }
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) keep(--endA, --endB);
  const n = endA - from, m = endB - from;
  if (n * m > 9e6) {
    const rest = new Map();
    for (let j = from; j < endB; ++j) rest.set(b[j], [...(rest.get(b[j]) || []), j]);
    let last = -1;
    for (let i = from; i < endA; ++i) { const j = (rest.get(a[i]) || []).find((at) => at > last); if (j !== undefined && j - last < 200) { keep(i, j); last = j; } }
    return marks;
  }
  const length = new Uint16Array((n + 1) * (m + 1)), at = (i, j) => i * (m + 1) + j;
  for (let i = n - 1; i >= 0; --i) for (let j = m - 1; j >= 0; --j) length[at(i, j)] = a[from + i] === b[from + j] ? length[at(i + 1, j + 1)] + 1 : Math.max(length[at(i + 1, j)], length[at(i, j + 1)]);
  for (let i = 0, j = 0; i < n && j < m;) {
    if (a[from + i] === b[from + j]) keep(from + i++, from + j++);
    else if (length[at(i + 1, j)] >= length[at(i, j + 1)]) ++i; else ++j;
  }
  return marks;
}
