#include "lookup/source_folders.h"

#include "base/fields/byte_codec.h"
#include "clc/base/digest.h"
#include "clc/cache/settings.h"

namespace clc {
namespace {

constexpr std::string_view k_folders_format = "clc.source-folders.1";
constexpr std::uint64_t k_most_folders = 1000;

std::string memo_name(const std::string& module, const std::string& source_sha256) {
  return FieldDigest(k_folders_format).add("module", module).add("source", source_sha256).hex();
}

}  // namespace

void remember_source_folders(cache::Store& store, const std::string& module, const std::string& source_sha256,
                             const SourceFolders& folders) {
  if (source_folders(store, module, source_sha256) == folders) return;
  ByteWriter writer;
  writer.text(k_folders_format);
  writer.number(folders.size());
  for (const auto& [name, path] : folders) {
    writer.text(name);
    writer.text(path);
  }
  store.put(cache::EntryKind::k_memo, memo_name(module, source_sha256), writer.take());
}

SourceFolders source_folders(cache::Store& store, const std::string& module, const std::string& source_sha256) {
  const std::optional<Bytes> memo = store.get(cache::EntryKind::k_memo, memo_name(module, source_sha256));
  if (!memo) return {};
  ByteReader reader(*memo);
  if (reader.text() != k_folders_format) return {};
  SourceFolders folders;
  const std::uint64_t size = reader.number(k_most_folders);
  for (std::uint64_t i = 0; i < size && reader.is_good(); ++i) {
    std::string name = reader.text();
    folders.emplace_back(std::move(name), reader.text());
  }
  return reader.is_done() ? folders : SourceFolders();
}

SourceFolders likely_source_folders(const Module& module) {
  SourceFolders folders;
  if (const Result<cache::Settings> settings = cache::settings_from_environment()) {
    cache::Store store(*settings);
    folders = source_folders(store, module.name, module.source_sha256);
  }
  folders.emplace_back("", "");
  return folders;
}

}  // namespace clc
