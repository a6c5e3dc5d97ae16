#include "identity/assembler_identity.h"

#include <algorithm>
#include <regex>
#include <set>

#include "base/environment_variable.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "identity/file_identity.h"

namespace clc {

template <class F>
void fields(F& f, FieldsOf<F, KnownAssembler>& known) {
  f.text(known.assembler.path);
  f.text(known.assembler.version);
  f.flag(known.assembler.gives_zebin);
  f.texts(known.assembler.archs);
  f.texts(known.assembler.groups);
  f.texts(known.assembler.lone);
  f.list(known.identity);
  f.require(!known.identity.empty());
}

template <class F>
void fields(F& f, FieldsOf<F, AssembledChip>& chip) {
  f.text(chip.input.arch);
  f.texts(chip.input.features);
  f.texts(chip.absent);
  f.texts(chip.macros);
}

namespace {

// ocloc opens its compilers by names that it contains: libigc.so.1, libigdfcl.so.1 and, in later versions, others.
Result<void> add_opened(SharedLibraries& libraries) {
  static const std::regex k_name("lib(?:ig|ocloc)[A-Za-z0-9_-]*\\.so[.0-9]*");
  for (std::size_t i = 0; i < libraries.files().size(); ++i) {
    const std::string path = libraries.files()[i].path;
    if (!base_name(path).starts_with("libocloc") && base_name(path) != "ocloc") continue;
    const Bytes bytes = CLC_TRY(read_ordinary_file(path, k_largest_program));
    std::set<std::string> names;
    for (std::size_t at = 0; (at = bytes.find("lib", at)) != Bytes::npos; ++at) {
      std::smatch match;
      const auto begin = bytes.begin() + static_cast<Bytes::difference_type>(at);
      const auto end = bytes.begin() + static_cast<Bytes::difference_type>(std::min(at + 64, bytes.size()));
      if (std::regex_search(begin, end, match, k_name, std::regex_constants::match_continuous))
        names.insert(match.str());
    }
    for (const std::string& name : names) CLC_TRY(libraries.add(name, i));
  }
  return {};
}

Result<Identity> identity_of(Memos& memos, Observations& observations, Family family, const std::string& path) {
  SharedLibraries libraries(observations);
  Result<void> added = libraries.add_program(path);
  if (added && assembler_info(family).opens_libraries) added = add_opened(libraries);
  if (added) return parts_of_libraries(memos, observations, libraries);
  if (added.error().kind != ErrorKind::k_damaged) return fail(added);
  // A script may call any program, so only its answer tells whether that program changed: it is asked each time.
  observations.give_up();
  IdentityPart part = CLC_TRY(part_of_file(memos, observations, path, base_name(path)));
  return Identity{std::move(part)};
}

void add_settings(const std::string& looked, Identity& identity) {
  for (const std::string& entry : environment_entries(looked)) {
    const std::size_t equals = entry.find('=');
    identity.push_back({"$" + entry.substr(0, equals), entry.substr(equals)});
  }
}

bool takes_any_variable(Family family) {
  const char* name = assembler_info(family).debug_keys;
  const std::string keys = *name == '\0' ? "" : environment_variable(name);
  return !keys.empty() && keys != "0";
}

}  // namespace

Result<KnownAssembler> identify_assembler(Memos& memos, Family family, const ToolPaths& given) {
  const std::string path = CLC_TRY(find_assembler_path(family, given));
  if (takes_any_variable(family)) {
    Assembler assembler = CLC_TRY(ask_assembler(family, path));
    return KnownAssembler{std::move(assembler), {}};
  }
  const auto ask = [&](Observations& observations) -> Result<KnownAssembler> {
    Identity identity = CLC_TRY(identity_of(memos, observations, family, path));
    const IdentityPart self = CLC_TRY(part_of_self(memos, observations));
    Assembler assembler = CLC_TRY(ask_assembler(family, path));
    identity.push_back({"version", assembler.version});
    identity.push_back(self);
    add_settings(observations.look(Observations::Kind::k_environment, assembler_info(family).settings), identity);
    return KnownAssembler{std::move(assembler), std::move(identity)};
  };
  // The settings are part of the memo's key, so that whoever goes back and forth between them does not ask the
  // assembler each time.
  Observations now;
  const std::string& settings = now.look(Observations::Kind::k_environment, assembler_info(family).settings);
  return memos.recall<KnownAssembler>(memo_key("assembler", path, settings), ask);
}

Result<AssembledChip> identify_chip(Memos& memos, const KnownAssembler& known, const Target& target,
                                    const std::string& arch) {
  if (target.family != Family::k_intel || known.identity.empty()) return ask_chip(known.assembler, target, arch);
  std::string tool;
  for (const IdentityPart& part : known.identity) tool += part.name + " " + part.digest + "\n";
  // The answer follows from the tool alone, which is in the key.
  Result<AssembledChip> chip = memos.recall<AssembledChip>(
      memo_key(is_from_source(target) ? "front end" : "chip", arch, tool),
      [&](Observations&) -> Result<AssembledChip> { return ask_chip(known.assembler, target, arch); });
  if (chip) chip->input.family = Family::k_spirv64;
  if (chip && is_from_source(target)) chip->input = target;
  return chip;
}

}  // namespace clc
