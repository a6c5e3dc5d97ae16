#include "farm/input_tree.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "base/encoding/hex.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "protocol/builtin_files.h"
#include "protocol/farm/compiler_name.h"

namespace clc::farm {

namespace api = cache::api;
namespace fs = std::filesystem;

namespace {

// Hands over each part of a program that is loaded or tells how, with its bytes. False: it is none, or not whole.
template <class Take>
bool for_each_part(BytesView program, Take&& take) {
  Elf64_Ehdr header{};
  if (program.size() < sizeof header) return false;
  std::memcpy(&header, program.data(), sizeof header);
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part{};
    const std::uint64_t at = header.e_phoff + i * header.e_phentsize;
    if (at > program.size() || program.size() - at < sizeof part) return false;
    std::memcpy(&part, program.data() + at, sizeof part);
    if (part.p_offset > program.size() || program.size() - part.p_offset < part.p_filesz) return false;
    take(part, program.substr(part.p_offset, part.p_filesz));
  }
  return true;
}

}  // namespace

Result<api::FileNode> CompilerTree::add_file(const std::string& path, bool is_program, FileDigests& digests) {
  const api::Digest digest = CLC_TRY(digests.get(path));
  files_.push_back({path, digest});
  return api::FileNode{fs::path(path).filename().string(), digest, is_program};
}

api::DirectoryNode CompilerTree::add_folder(const std::string& name, const api::Directory& folder) {
  folders_.push_back(as_blob(cache::proto::encode(folder)));
  return {name, folders_.back().digest};
}

Result<CompilerTree> CompilerTree::make(const std::string& worker, const std::vector<std::string>& builtins,
                                        FileDigests& digests) {
  CompilerTree tree;
  const api::Directory programs{{CLC_TRY(tree.add_file(worker, true, digests))}, {}};
  std::vector<std::string> names = builtins;
  std::ranges::sort(names);  // as the API wants them
  api::Directory libraries;
  for (const std::string& name : names)
    libraries.files.push_back(CLC_TRY(tree.add_file(builtins_folder(worker) + "/" + name, false, digests)));
  const api::Directory clc_of_programs{{}, {tree.add_folder("clc", programs)}};
  const api::Directory clc_of_share{{}, {tree.add_folder("builtins", libraries)}};
  const api::Directory shared{{}, {tree.add_folder("clc", clc_of_share)}};
  tree.top_ = {tree.add_folder("libexec", clc_of_programs), tree.add_folder("share", shared)};
  return tree;
}

Result<CompilerTree> CompilerTree::installed_in(const std::string& installed, const std::string& worker,
                                                const std::vector<std::string>& builtins, FileDigests& digests) {
  const Bytes program = CLC_TRY(read_file(worker));
  std::string why = why_not_sent(program);
  const std::string id = build_id(program);
  if (why.empty() && id.empty()) why = "it has no build ID";
  if (!why.empty()) return fail(ErrorKind::k_unavailable, "clc-worker cannot be identified there: " + why);
  std::map<std::string, std::string> libraries;
  for (const std::string& name : builtins) {
    const api::Digest digest = CLC_TRY(digests.get(builtins_folder(worker) + "/" + name));
    libraries[name] = digest.hash;
  }
  CompilerTree tree;
  tree.command_.front() = installed + "/" + tree.command_.front();
  tree.command_.push_back(compiler_name(id, libraries));
  tree.command_.insert(tree.command_.end(), builtins.begin(), builtins.end());
  return tree;
}

std::vector<TreeBlob> CompilerTree::job_folders(const api::Digest& requests,
                                                const std::map<std::string, std::uint64_t>& inputs) const {
  api::Directory input_files;
  for (const auto& [name, size] : inputs) input_files.files.push_back({name, cache::api_digest(name, size), false});
  const TreeBlob folder = as_blob(cache::proto::encode(input_files));
  api::Directory root{{{k_requests_name, requests, false}}, {{k_inputs_name, folder.digest}}};  // before the others
  root.directories.insert(root.directories.end(), top_.begin(), top_.end());
  return {as_blob(cache::proto::encode(root)), folder};
}

std::string why_not_sent(BytesView worker) {
  bool needs_libraries = false;
  const bool is_whole = for_each_part(worker, [&](const Elf64_Phdr& part, BytesView) {
    needs_libraries = needs_libraries || part.p_type == PT_INTERP;
  });
  if (!is_whole) return "it is no program, or damaged";
  return needs_libraries ? "it needs libraries of this system (CLC_STATIC_LLVM is off)" : "";
}

std::string build_id(BytesView program) {
  std::string found;
  for_each_part(program, [&](const Elf64_Phdr& part, BytesView notes) {
    Elf64_Nhdr note{};
    while (part.p_type == PT_NOTE && notes.size() >= sizeof note) {
      std::memcpy(&note, notes.data(), sizeof note);
      const auto padded = [](std::uint64_t size) { return (size + 3) / 4 * 4; };
      const std::uint64_t contents = sizeof note + padded(note.n_namesz);
      if (contents + padded(note.n_descsz) > notes.size()) return;
      if (note.n_type == NT_GNU_BUILD_ID) found = to_hex(notes.substr(contents, note.n_descsz));
      notes.remove_prefix(contents + padded(note.n_descsz));
    }
  });
  return found;
}

}  // namespace clc::farm
