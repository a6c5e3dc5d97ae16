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
    const CapturedMemory* const of = capture.memory_of(argument);
    if (of == nullptr) continue;
    const bool is_empty = of->before.empty() && of->after.empty();
    memory.texts.push_back(name + ": " + (is_empty ? "zeros" : count(of->size, "byte") + ", before and after"));
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

}  // namespace

Result<int> audit_capture(const Capture& capture, bool json, bool has_color) {
  const std::vector<Secret> secrets = secrets_of_this_machine();
  const SecretMatcher matcher(secrets);
  std::vector<FoundSecret> findings;
  const auto search = [&](StringKind kind, const std::string& where, std::string text) {
    std::set<std::string> none;  // such secrets are no literals
    matcher.match({kind, where, std::move(text)}, {}, findings, none);
  };
  for (const auto& [name, bytes] : capture.files) {
    const bool is_text = bytes.find('\0') == Bytes::npos;
    search(is_text ? StringKind::k_comment : StringKind::k_bytes, name, bytes);
  }
  for (std::size_t i = 0; i < capture.arguments.size(); ++i) {
    const CapturedArgument& argument = capture.arguments[i];
    const std::string name = argument_text(capture, i);
    search(StringKind::k_comment, name, argument.name + "\n" + argument.type);
    search(StringKind::k_bytes, name, argument.value);
    const CapturedMemory* const of = capture.memory_of(argument);
    if (of == nullptr) continue;
    for (const std::string* const digest : {&of->before, &of->after})
      search(StringKind::k_bytes, "the memory of " + name, capture.contents_of(*digest, of->size));
  }
  Audit audit;
  audit.secrets = secrets.size();
  audit.searched = "the capture's files, memory and names";
  add_texts(capture, audit);
  for (FoundSecret& finding : without_repetitions(findings))
    audit.findings.push_back({{"the capture"}, std::move(finding)});
  return code_after(print(json ? audit_json(audit) : audit_text(audit, has_color)),
                    audit.findings.empty() ? 0 : exit_code(ErrorKind::k_gate));
}

}  // namespace clc
