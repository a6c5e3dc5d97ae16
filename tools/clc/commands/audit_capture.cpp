#include "commands/audit_capture.h"

#include <set>

#include "base/text.h"
#include "commands/replay/compare_memory.h"
#include "insight/audit/audit.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

void add_texts(const Capture& capture, Audit& audit) {
  Revelation names{"names of the kernel and its arguments", {capture.kernel}};
  Revelation memory{"memory", {}}, values{"values of arguments", {}}, files{"files of the program", {}};
  for (std::size_t i = 0; i < capture.arguments.size(); ++i) {
    const CapturedArgument& argument = capture.arguments[i];
    if (!argument.name.empty()) names.texts.push_back(argument.name);
    const std::string name = argument_text(capture, i);
    if (argument.kind == CapturedKind::k_value) values.texts.push_back(name);
    if (argument.memory == 0) continue;
    const CapturedMemory& of = capture.memory[argument.memory - 1];
    const bool is_empty = of.before.empty() && of.after.empty();
    memory.texts.push_back(name + ": " + (is_empty ? "zeros" : count(of.size, "byte") + ", before and after"));
  }
  for (const auto& [name, bytes] : capture.files)
    files.texts.push_back(name + " (" + count(bytes.size(), "byte") + ")");
  const RecordedDevice& device = capture.device;
  audit.revealed = {std::move(names),
                    std::move(values),
                    std::move(memory),
                    std::move(files),
                    {"device and driver", {device.name, device.platform, device.driver_version}}};
  std::erase_if(audit.revealed, [](const Revelation& one) { return one.texts.empty(); });
}

// Finds private paths, and this machine's user, home folder and name.
void search(const std::string& text, const std::string& where, const std::vector<Secret>& secrets, Audit& audit) {
  std::set<std::string> found;
  for (const std::string& path : private_paths(text))
    if (found.insert(path).second) audit.findings.push_back({{"the capture"}, {"absolute path", path, where, "", 1}});
  for (const Secret& secret : secrets) {
    const bool is_new = has_part(text, secret.text) && found.insert(secret.text).second;
    if (is_new) audit.findings.push_back({{"the capture"}, {name_of(secret.kind), secret.text, where, "", 1}});
  }
}

}  // namespace

Result<int> audit_capture(const Capture& capture, bool json, bool has_color) {
  const std::vector<Secret> secrets = secrets_of_this_machine();
  Audit audit;
  audit.secrets = secrets.size();
  audit.searched = "the capture's files, memory and names";
  add_texts(capture, audit);
  for (const auto& [name, bytes] : capture.files) search(bytes, name, secrets, audit);
  for (std::size_t i = 0; i < capture.arguments.size(); ++i) {
    const CapturedArgument& argument = capture.arguments[i];
    search(argument.name + "\n" + argument.type + "\n" + argument.value, argument_text(capture, i), secrets, audit);
    if (argument.memory == 0) continue;
    const CapturedMemory& of = capture.memory[argument.memory - 1];
    search(capture.contents_of(of.before, of.size) + "\n" + capture.contents_of(of.after, of.size),
           "the memory of " + argument_text(capture, i), secrets, audit);
  }
  return code_after(print(json ? audit_json(audit) : audit_text(audit, has_color)),
                    audit.findings.empty() ? 0 : exit_code(ErrorKind::k_gate));
}

}  // namespace clc
