#include "insight/report/sarif.h"

#include <algorithm>

#include "base/json_writer.h"
#include "support/version.h"

namespace clc {
namespace {

struct Rule {
  const char *id, *title, *help;
};

constexpr Rule k_rules[] = {
    {"divergent-barrier", "Not all work-items of a group reach a barrier",
     "OpenCL leaves undefined what happens when a part of a work-group's items does not reach a barrier. Move the "
     "barrier out of the branch, or make the branch depend on nothing that differs within a group."},
    {"race", "Two work-items access the same memory, and nothing orders them",
     "One of the accesses writes. Put a barrier between them, or make both atomic, with a fence of the right scope."},
    {"uninitialised", "A value that nobody set decides a branch, an address or what is stored",
     "Set the variable, the local memory or the buffer before it is read, on every path."},
    {"out-of-bounds", "An access outside of every buffer, of local or of private memory",
     "Compare the index with the size. The last group of a launch often has more items than there are elements."},
    {"misaligned", "An access at an address that is no multiple of its size",
     "Align the pointer as its type wants it."},
    {"endless", "A launch executes more instructions than it may",
     "Look for a loop that waits for another group; CLC_EMULATOR_LIMIT raises the limit."},
    {"not-emulated", "Code that the emulated GPUs do not execute", "See the message."},
    {"bank-conflict", "One bank of local memory answers several work-items, one after another",
     "The accesses of a wave to local memory are spread over banks; those of one bank wait for each other. Pad rows by "
     "one element, or change which item reads what."},
    {"uncoalesced", "An access to global memory takes more transactions than it must",
     "Neighbouring work-items should access neighbouring addresses, from an aligned one on. Exchange the loops, or "
     "load a tile into local memory first."},
    {"divergent-branch", "Work-items of one wave take both sides of a branch",
     "A wave runs both sides, one after the other. Let whole waves decide alike where that is possible."},
    {"advice", "A change that would make the kernel faster", "See the message."},
    {"compiler", "A message of the compiler", "See the message."},
    {"limit", "A figure of a kernel exceeds its limit",
     "The limit is an option of clc check, or stands in the budget. Lower the figure, or raise the limit on purpose: "
     "clc check --write-budget."},
    {"unknown", "A figure is not known, so its limit was not checked",
     "Name a target for which the compiler tells the figure, give clc check more arguments of the launch, or let it "
     "pass with --allow-unknown."},
};

void put_place(const CodePlace& place, JsonWriter& json) {
  json.key("physicalLocation").begin_object();
  json.key("artifactLocation").begin_object().put("uri", place.file).end_object();
  // Code hosts want a line.
  json.key("region").begin_object().put("startLine", std::max<std::uint64_t>(place.line, 1));
  if (place.column != 0) json.key("startColumn").value(place.column);
  json.end_object().end_object();
}

void put_message(const std::string& text, JsonWriter& json) {
  json.key("message").begin_object().put("text", text).end_object();
}

void add_result(const Finding& finding, JsonWriter& json) {
  json.put("ruleId", finding.rule, "level", finding.level);
  put_message(finding.text, json);
  if (!finding.related.empty()) {
    json.key("relatedLocations").objects(finding.related, [&](const RelatedPlace& note) {
      if (!note.place.file.empty()) put_place(note.place, json);
      put_message(note.text, json);
    });
  }
  if (finding.place.file.empty()) return;
  json.key("locations").begin_array().begin_object();
  put_place(finding.place, json);
  json.end_object().end_array();
}

}  // namespace

std::string sarif_log(const std::vector<Finding>& findings) {
  JsonWriter json(2);
  json.begin_object().put("$schema", "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0");
  json.key("runs").begin_array().begin_object().key("tool").begin_object().key("driver").begin_object();
  json.put("name", "clc", "version", CLC_VERSION);
  json.key("rules").objects(k_rules, [&](const Rule& rule) {
    json.put("id", rule.id).key("shortDescription").begin_object().put("text", rule.title).end_object();
    json.key("fullDescription").begin_object().put("text", std::string(rule.title) + ". " + rule.help).end_object();
    json.key("help").begin_object().put("text", rule.help).end_object();
  });
  json.end_object().end_object();
  json.key("results").objects(findings, [&](const Finding& finding) { add_result(finding, json); });
  json.end_object().end_array().end_object();
  return json.text() + "\n";
}

}  // namespace clc
