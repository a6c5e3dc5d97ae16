// What changed between two builds, in the words of `clc diff`.

// The verdict of `clc diff` on a kernel: the page has none of its own.
const changeOf = (kernel) => (data.changes || []).find((change) => nameOf(change) === nameOf(kernel) && change.target === kernel.target);
const verdictOf = (change) => change.kind !== "changed" ? change.kind : change.worse ? "worse" : change.figures.some((one) => one.better) ? "better" : "changed";
const verdictCell = (one) => one.worse ? { text: "worse", class: "worse" } : one.better ? { text: "better", class: "better" } : "";

function changesSection() {
  if (!data.changes) return "";
  const rows = data.changes.flatMap((change) => {
    const kernel = data.kernels.find((one) => one.build === 0 && nameOf(one) === nameOf(change) && one.target === change.target);
    const name = kernel ? make("button", { type: "button", click: () => open(kernel) }, nameOf(change)) : nameOf(change);
    const lines = change.figures.map((one) => [one.figure, { text: one.before ?? "not known", class: "n" }, { text: one.after ?? "not known", class: "n" }, verdictCell(one)]);
    if (change.kind !== "changed") lines.unshift([change.kind, "", "", change.worse ? { text: "worse", class: "worse" } : ""]);
    else if (change.code_changed) lines.push(["code", "", "", "changed"]);
    else if (!lines.length) lines.push(["binary only", "", "", ""]);
    return lines.map((line, i) => [i ? "" : name, i ? "" : change.target, ...line]);
  });
  const number = (text) => ({ text, class: "n" });
  return make("section", { class: "card", id: "changes" }, make("h3", {}, `Since ${data.builds[1]}: ${data.changes_summary}`),
    rows.length ? table("What changed", ["kernel", "target", "figure", number("before"), number("after"), "verdict"], rows, true) : "");
}
