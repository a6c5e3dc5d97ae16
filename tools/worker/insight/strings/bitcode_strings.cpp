#include "worker/insight/strings/bitcode_strings.h"

#include <string>
#include <vector>

#include <llvm/Bitcode/LLVMBitCodes.h>
#include <llvm/Bitstream/BitstreamReader.h>

#include "worker/insight/strings/string_finder.h"

namespace clc::worker {
namespace {

using Record = llvm::SmallVector<std::uint64_t, 64>;

struct BlockRow {
  unsigned id;
  StringKind kind;
  const char* name;
};
constexpr BlockRow k_blocks[] = {
    {llvm::bitc::MODULE_BLOCK_ID, StringKind::k_name, "module"},
    {llvm::bitc::PARAMATTR_GROUP_BLOCK_ID, StringKind::k_text, "attributes"},
    {llvm::bitc::CONSTANTS_BLOCK_ID, StringKind::k_data, "constants"},
    {llvm::bitc::FUNCTION_BLOCK_ID, StringKind::k_bytes, "function"},
    {llvm::bitc::IDENTIFICATION_BLOCK_ID, StringKind::k_text, "identification"},
    {llvm::bitc::VALUE_SYMTAB_BLOCK_ID, StringKind::k_name, "names of values"},
    {llvm::bitc::METADATA_BLOCK_ID, StringKind::k_debug, "metadata"},
    {llvm::bitc::TYPE_BLOCK_ID_NEW, StringKind::k_name, "types"},
    {llvm::bitc::OPERAND_BUNDLE_TAGS_BLOCK_ID, StringKind::k_text, "operand bundles"},
    {llvm::bitc::METADATA_KIND_BLOCK_ID, StringKind::k_text, "kinds of metadata"},
    {llvm::bitc::STRTAB_BLOCK_ID, StringKind::k_name, "string table"},
    {llvm::bitc::SYMTAB_BLOCK_ID, StringKind::k_name, "symbol table"},
    {llvm::bitc::SYNC_SCOPE_NAMES_BLOCK_ID, StringKind::k_text, "scopes"},
};
constexpr BlockRow k_other_block{0, StringKind::k_bytes, "block"};

const BlockRow& row_of(unsigned id) {
  const auto* const row = llvm::find_if(k_blocks, [&](const BlockRow& one) { return one.id == id; });
  return row == std::end(k_blocks) ? k_other_block : *row;
}

// The number of operands of a record before its characters.
std::size_t numbers_before(unsigned block, unsigned code) {
  if (block == llvm::bitc::VALUE_SYMTAB_BLOCK_ID) return code == llvm::bitc::VST_CODE_FNENTRY ? 2 : 1;
  if (block == llvm::bitc::METADATA_KIND_BLOCK_ID) return 1;
  if (block == llvm::bitc::METADATA_BLOCK_ID && code == llvm::bitc::METADATA_KIND) return 1;
  return 0;
}

class BitcodeReader {
 public:
  BitcodeReader(BytesView bytes, std::string location, StringFinder& finder)
      : cursor_(llvm::ArrayRef(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size())),
        location_(std::move(location)),
        finder_(finder) {}

  void run() {
    constexpr unsigned k_signature_bits = 32;
    if (!llvm::expectedToOptional(cursor_.Read(k_signature_bits))) return;
    while (cursor_.canSkipToPos(cursor_.getCurrentByteNo() + 4)) {
      const auto entry = llvm::expectedToOptional(cursor_.advance(llvm::BitstreamCursor::AF_DontAutoprocessAbbrevs));
      const bool is_block = entry && entry->Kind == llvm::BitstreamEntry::SubBlock && is_known_at_top(entry->ID);
      if (!is_block || !read_block(entry->ID)) break;
    }
    add_symbols();
  }

 private:
  // True for the blocks that bitcode has at its top level. In a larger file, the bytes behind the bitcode may look like
  // any other block.
  static bool is_known_at_top(unsigned id) {
    using namespace llvm::bitc;
    const unsigned known[] = {IDENTIFICATION_BLOCK_ID, MODULE_BLOCK_ID, STRTAB_BLOCK_ID, SYMTAB_BLOCK_ID,
                              BLOCKINFO_BLOCK_ID};
    return llvm::is_contained(known, id);
  }

  bool read_block(unsigned id) {
    if (id == llvm::bitc::BLOCKINFO_BLOCK_ID) return read_block_info();
    if (llvm::errorToBool(cursor_.EnterSubBlock(id))) return false;
    while (true) {
      const auto entry = llvm::expectedToOptional(cursor_.advance());
      if (!entry || entry->Kind == llvm::BitstreamEntry::Error) return false;
      if (entry->Kind == llvm::BitstreamEntry::EndBlock) return true;
      const bool is_good =
          entry->Kind == llvm::BitstreamEntry::SubBlock ? read_block(entry->ID) : read_record(id, entry->ID);
      if (!is_good) return false;
    }
  }

  bool read_block_info() {
    auto info = llvm::expectedToOptional(cursor_.ReadBlockInfoBlock());
    if (!info || !*info) return false;
    info_ = std::move(**info);
    cursor_.setBlockInfo(&info_);
    return true;
  }

  bool read_record(unsigned block, unsigned abbreviation) {
    Record record;
    llvm::StringRef blob;
    const auto code = llvm::expectedToOptional(cursor_.readRecord(abbreviation, record, &blob));
    if (!code) return false;
    const BlockRow& row = row_of(block);
    const std::string location = location_ + (location_.empty() ? "" : ", ") + row.name;
    if (block == llvm::bitc::METADATA_BLOCK_ID && *code == llvm::bitc::METADATA_STRINGS) {
      add_metadata_strings(record, blob, location);
    } else if (block == llvm::bitc::STRTAB_BLOCK_ID && !blob.empty()) {
      names_ = blob;
    } else if (!blob.empty()) {
      finder_.add_runs({blob.data(), blob.size()}, location, row.kind);
    }
    if (block == llvm::bitc::MODULE_BLOCK_ID) note_symbol(*code, record);
    const bool is_name_of_source =
        block == llvm::bitc::MODULE_BLOCK_ID && *code == llvm::bitc::MODULE_CODE_SOURCE_FILENAME;
    add_characters(record, numbers_before(block, *code), is_name_of_source ? StringKind::k_debug : row.kind, location);
    return true;
  }

  void add_characters(const Record& record, std::size_t begin, StringKind kind, const std::string& location) {
    Bytes bytes;
    for (std::size_t i = begin; i < record.size(); ++i) bytes += record[i] > 0xff ? '\0' : static_cast<char>(record[i]);
    finder_.add_runs(bytes, location, kind);
  }

  // Reads a blob of strings: all lengths, as variable-width numbers of 6-bit pieces, and then all characters, without
  // separators.
  void add_metadata_strings(const Record& record, llvm::StringRef blob, const std::string& location) {
    if (record.size() < 2 || record[1] > blob.size()) return;
    llvm::SimpleBitstreamCursor lengths(blob.take_front(record[1]));
    llvm::StringRef characters = blob.drop_front(record[1]);
    for (std::uint64_t i = 0; i < record[0] && !lengths.AtEndOfStream(); ++i) {
      const auto length = llvm::expectedToOptional(lengths.ReadVBR(6));
      if (!length || *length > characters.size()) return;
      finder_.read({characters.data(), *length}, location, StringKind::k_debug);
      characters = characters.drop_front(*length);
    }
  }

  // Notes the range of a symbol's name in the string table, which has no separators. Records have such ranges since
  // LLVM 5.
  void note_symbol(unsigned code, const Record& record) {
    using namespace llvm::bitc;
    const unsigned named[] = {MODULE_CODE_GLOBALVAR, MODULE_CODE_FUNCTION, MODULE_CODE_ALIAS, MODULE_CODE_IFUNC,
                              MODULE_CODE_COMDAT};
    if (llvm::is_contained(named, code) && record.size() >= 2) symbols_.emplace_back(record[0], record[1]);
  }

  void add_symbols() {
    const std::string location = location_ + (location_.empty() ? "" : ", ") + "string table";
    for (const auto& [begin, size] : symbols_) {
      if (begin <= names_.size() && size <= names_.size() - begin)
        finder_.add(StringKind::k_name, location, names_.substr(begin, size).str());
    }
    // The whole table, because no symbol may refer to parts of it.
    finder_.add_runs({names_.data(), names_.size()}, location, StringKind::k_bytes);
  }

  llvm::BitstreamCursor cursor_;
  llvm::BitstreamBlockInfo info_;
  std::string location_;
  StringFinder& finder_;
  llvm::StringRef names_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> symbols_;
};

}  // namespace

void read_bitcode_strings(BytesView bytes, const std::string& location, StringFinder& finder) {
  // StringFinder finds the bitcode in Darwin's wrapper as an embedded format.
  constexpr std::size_t k_wrapper_size = 20;
  if (bytes.starts_with("\xde\xc0") && bytes.size() > k_wrapper_size) return;
  BitcodeReader(bytes, location, finder).run();
}

}  // namespace clc::worker
