// How numbers of the page are known: a mark beside their headings, and a legend.

const waysToKnow = {
  counted: ["C", "counted in the code, by the compiler's own figures or instruction by instruction"],
  modelled: ["M", "modelled: computed of counted figures and a chip's, with the range that the model claims"],
  measured: ["R", "measured in a run: by a device's clock, by counters, or by code that counts"],
  assumed: ["A", "assumed: not known here, and taken to be what is usual"],
};

// Of table headings, as attributes: a style sheet draws the mark.
const headKnownBy = (way) => way ? { "data-known": waysToKnow[way][0], title: waysToKnow[way][1] } : {};
const knownBy = (way) => make("sup", { class: `known ${way}`, title: waysToKnow[way][1] }, waysToKnow[way][0]);

function knownLegend() {
  return make("section", { class: "card", id: "known" }, make("h3", {}, "How do you know?"),
    make("ul", { class: "legend" }, Object.entries(waysToKnow).map(([way, [, text]]) => make("li", {}, knownBy(way), ` ${text}`))));
}
