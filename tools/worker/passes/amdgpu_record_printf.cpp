#include "worker/passes/amdgpu_record_printf.h"

#include <algorithm>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "worker/ir/address_spaces.h"
#include "worker/ir/failure.h"

namespace clc::worker {
namespace {

constexpr unsigned k_alignment = 4;  // all that is in a record begins at a multiple of it
constexpr std::uint64_t k_longest_text = 255;
constexpr std::size_t k_most_choices = 6;  // texts of one call that have formats without them

// Flags, width and precision, lanes, length and letter of a conversion; %% has none.
const std::regex& conversion_pattern() {
  static const std::regex pattern(
      "%(?:%|([-+ #0]*)([0-9]*)(?:\\.([0-9]*))?(?:v([0-9]+))?(hh|hl|h|ll|l|j|z|t)?([diouxXfFeEgGaAcsp]))");
  return pattern;
}

struct PrintfConversion {
  std::string flags, width;
  std::optional<unsigned> precision;
  unsigned lanes = 0;  // 0: no vector
  std::string length;
  char letter = 0;

  bool is_integer() const { return std::string_view("diouxXc").contains(letter); }
  bool is_signed() const { return letter == 'd' || letter == 'i'; }
  bool has(char flag) const { return flags.contains(flag); }
};

PrintfConversion conversion_of(const std::smatch& match) {
  PrintfConversion conversion;
  conversion.flags = match[1];
  conversion.width = match[2];
  if (match[3].matched) conversion.precision = static_cast<unsigned>(std::atoi(match[3].str().c_str()));
  conversion.lanes = static_cast<unsigned>(std::atoi(match[4].str().c_str()));
  conversion.length = match[5];
  conversion.letter = match[6].str().front();
  return conversion;
}

// Returns a text as `%s` prints it.
std::string printed(const PrintfConversion& conversion, llvm::StringRef text) {
  if (conversion.precision) text = text.take_front(*conversion.precision);
  const auto width = static_cast<std::size_t>(std::atoi(conversion.width.c_str()));
  const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
  return conversion.has('-') ? text.str() + blanks : blanks + text.str();
}

// Inserts a flag without effect before a space flag: the runtime drops spaces that follow the percent sign.
std::string flags_of(const PrintfConversion& conversion) {
  std::string others = conversion.flags;
  std::erase(others, ' ');
  const bool is_for_sign = conversion.is_signed() || std::string_view("fFeEgGaA").contains(conversion.letter);
  if (!conversion.has(' ') || conversion.has('+') || !is_for_sign) return others;
  if (others.empty() && conversion.width.empty()) others = "-";
  if (others.empty() && conversion.is_signed()) others = "#";
  return others + " ";
}

// A part of a record: a number, or a text of up to `limit` bytes that is known at run time only.
struct PrintfArgument {
  llvm::Value* value = nullptr;
  std::optional<std::uint64_t> limit;

  bool is_text() const { return limit.has_value(); }
  std::uint64_t size(const llvm::DataLayout& layout) const {
    return is_text() ? llvm::alignTo(*limit + 1, k_alignment)
                     : layout.getTypeStoreSize(value->getType()).getFixedValue();
  }
};

// A format is literal text and conversions of arguments, one after the other.
struct PrintfPart {
  std::string text;  // as the runtime takes it
  std::optional<std::size_t> argument;
  std::string if_empty;  // in the place of a text's conversion
};

class PrintfRecord {
 public:
  explicit PrintfRecord(llvm::CallInst& call) : call_(call), layout_(call.getDataLayout()), builder_(&call) {}

  void write(const std::string& format) {
    read(format);
    const llvm::SmallVector<PrintfArgument*, 4> choices = texts_that_may_be_empty();
    llvm::Module& module = *call_.getModule();
    llvm::NamedMDNode* formats = module.getOrInsertNamedMetadata("llvm.printf.fmts");
    const unsigned first = formats->getNumOperands() + 1;
    for (unsigned empty = 0; empty < 1U << choices.size(); ++empty) {
      auto* line = llvm::MDString::get(module.getContext(), std::to_string(first + empty) + ":" + line_of(empty));
      formats->addOperand(llvm::MDNode::get(module.getContext(), line));
    }
    store(first, choices);
  }

 private:
  void read(const std::string& format) {
    std::size_t next = 0;
    auto copied = format.begin();
    for (std::sregex_iterator match(format.begin(), format.end(), conversion_pattern()), end; match != end; ++match) {
      const bool is_percent_sign = !(*match)[6].matched;
      if (!is_percent_sign && next + 1 == call_.arg_size()) break;  // undefined: nothing to convert
      add_literal(std::string(copied, (*match)[0].first));
      copied = (*match)[0].second;
      if (is_percent_sign) {
        add_character('%');
      } else {
        convert(conversion_of(*match), call_.getArgOperand(static_cast<unsigned>(++next)));
      }
    }
    add_literal(std::string(copied, format.end()), /*is_last=*/true);
  }

  void add_text(const std::string& text) {
    if (parts_.empty() || parts_.back().argument) parts_.emplace_back();
    parts_.back().text += text;
  }
  void add_character(char character) {
    add_argument("%c", {builder_.getInt32(static_cast<std::uint8_t>(character)), std::nullopt});
  }
  void add_argument(std::string conversion, PrintfArgument argument, std::string if_empty = {}) {
    parts_.push_back({std::move(conversion), arguments_.size(), std::move(if_empty)});
    arguments_.push_back(argument);
  }

  // Escapes characters as the runtime expects. It reads anything that looks like an escape as one, and `hh` and `hl`
  // anywhere before a conversion as its length modifier.
  void add_literal(llvm::StringRef text, bool is_last = false) {
    for (const char character : text) {
      std::string_view before;
      if (!parts_.empty() && !parts_.back().argument) before = parts_.back().text;
      const bool is_misread = (before.ends_with('\\') && std::string_view("abfnrv7").contains(character)) ||
                              (before.ends_with('h') && std::string_view("hl").contains(character) && !is_last);
      const std::size_t control = std::string_view("\a\b\f\n\r\v").find(character);
      if (control != std::string_view::npos) {
        add_text(std::string("\\") + "abfnrv"[control]);
      } else if (character == ':') {
        add_text("\\72");
      } else if (character == '%' || is_misread) {
        add_character(character);
      } else {
        add_text(std::string(1, character));
      }
    }
  }

  void convert(const PrintfConversion& conversion, llvm::Value* value) {
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
    if (conversion.letter == 's') return convert_text(conversion, value);
    if (vector == nullptr) return convert_number(conversion, value);
    for (unsigned i = 0; i < vector->getNumElements() && (i == 0 || i < conversion.lanes); ++i) {
      if (i > 0) add_text(",");
      convert_number(conversion, builder_.CreateExtractElement(value, i));
    }
  }

  void convert_number(const PrintfConversion& conversion, llvm::Value* value) {
    std::string precision = conversion.precision ? "." + std::to_string(*conversion.precision) : "";
    const std::string begin = "%" + flags_of(conversion) + conversion.width + precision;
    if (value->getType()->isPointerTy())
      value = builder_.CreatePtrToInt(value, layout_.getIntPtrType(value->getType()));
    if (conversion.letter == 'p')
      return add_argument(begin + 'p', {builder_.CreateZExtOrTrunc(as_integer(value), builder_.getInt64Ty()), {}});
    if (conversion.is_integer()) {
      value = converted(conversion, as_integer(value));
      return add_argument(begin + (value->getType()->isIntegerTy(64) ? "l" : "") + conversion.letter, {value, {}});
    }
    const char letter = conversion.letter == 'F' ? 'f' : conversion.letter == 'A' ? 'a' : conversion.letter;
    if (value->getType()->isIntegerTy())  // undefined
      value = builder_.CreateUIToFP(value, builder_.getDoubleTy());
    add_argument(begin + letter, {builder_.CreateFPExt(value, builder_.getDoubleTy()), {}});
  }

  llvm::Value* as_integer(llvm::Value* value) {
    if (value->getType()->isIntegerTy()) return value;
    return builder_.CreateBitCast(value, builder_.getIntNTy(value->getType()->getScalarSizeInBits()));
  }

  // Converts a number to the width of the length modifier, then to 32 or 64 bits.
  llvm::Value* converted(const PrintfConversion& conversion, llvm::Value* value) {
    unsigned bits = value->getType()->getIntegerBitWidth();
    if (conversion.length == "hh") bits = 8;
    if (conversion.length == "h") bits = 16;
    if (conversion.length == "hl" || (conversion.length.empty() && conversion.lanes == 0)) bits = 32;
    if (conversion.length == "l" || conversion.length == "ll") bits = 64;
    value = builder_.CreateIntCast(value, builder_.getIntNTy(bits), conversion.is_signed());
    return builder_.CreateIntCast(value, builder_.getIntNTy(bits > 32 ? 64 : 32), conversion.is_signed());
  }

  void convert_text(const PrintfConversion& conversion, llvm::Value* value) {
    llvm::StringRef literal;
    if (!value->getType()->isPointerTy() || llvm::isa<llvm::ConstantPointerNull>(value->stripPointerCasts())) {
      add_literal(printed(conversion, "(null)"));
    } else if (llvm::getConstantStringInfo(value, literal)) {
      add_literal(printed(conversion, literal));
    } else {
      std::uint64_t limit = most_bytes(value);
      if (conversion.precision) limit = std::min<std::uint64_t>(limit, *conversion.precision);
      std::string flags = conversion.has('-') ? "-" : "";
      add_argument("%" + flags + conversion.width + "s", {value, limit}, printed(conversion, ""));
    }
  }

  // Returns the size of the largest object that the pointer may point to, up to k_longest_text.
  std::uint64_t most_bytes(llvm::Value* pointer) const {
    llvm::SmallVector<const llvm::Value*, 4> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
    std::uint64_t most = 0;
    for (const llvm::Value* object : objects) {
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
      const auto* local = llvm::dyn_cast<llvm::AllocaInst>(object);
      const auto size = local != nullptr ? local->getAllocationSize(layout_) : std::nullopt;
      if (variable == nullptr && !size) return k_longest_text;
      most = std::max<std::uint64_t>(
          most, variable != nullptr ? layout_.getTypeAllocSize(variable->getValueType()) : size->getFixedValue());
    }
    return std::min(most, k_longest_text);
  }

  llvm::SmallVector<PrintfArgument*, 4> texts_that_may_be_empty() {
    llvm::SmallVector<PrintfArgument*, 4> found;
    for (PrintfArgument& argument : arguments_) {
      if (argument.is_text() && found.size() < k_most_choices) found.push_back(&argument);
    }
    return found;
  }

  // "2:4:8:text %d %f", where bit i of `empty` says that the i-th text is.
  std::string line_of(unsigned empty) const {
    std::string sizes, format;
    unsigned count = 0, texts = 0;
    for (const PrintfPart& part : parts_) {
      const bool is_text = part.argument && arguments_[*part.argument].is_text();
      const bool is_left_out = is_text && texts < k_most_choices && (empty >> texts & 1U) != 0;
      texts += is_text;
      format += is_left_out ? part.if_empty : part.text;
      if (!part.argument || is_left_out) continue;
      sizes += std::to_string(arguments_[*part.argument].size(layout_)) + ":";
      ++count;
    }
    if (!llvm::StringRef(format).ends_with("\\n")) format += std::string(1, '\0') + "\\n";
    return std::to_string(count) + ":" + sizes + format;
  }

  llvm::Value* is_empty(const PrintfArgument& text) {
    llvm::Value* first = builder_.CreateAlignedLoad(builder_.getInt8Ty(), text.value, llvm::Align(1));
    return *text.limit == 0 ? builder_.getTrue() : builder_.CreateICmpEQ(first, builder_.getInt8(0));
  }

  void store(unsigned first_format, llvm::ArrayRef<PrintfArgument*> choices) {
    llvm::Module& module = *call_.getModule();
    std::uint64_t most = k_alignment;
    for (const PrintfArgument& argument : arguments_) most += argument.size(layout_);
    llvm::Value* size = builder_.getInt32(static_cast<unsigned>(most));
    llvm::Value* number = builder_.getInt32(first_format);
    for (std::size_t i = 0; i < choices.size(); ++i) {
      llvm::Value* empty = is_empty(*choices[i]);
      const auto saved = static_cast<unsigned>(choices[i]->size(layout_));
      size = builder_.CreateSub(size, builder_.CreateSelect(empty, builder_.getInt32(saved), builder_.getInt32(0)));
      number =
          builder_.CreateAdd(number, builder_.CreateSelect(empty, builder_.getInt32(1U << i), builder_.getInt32(0)));
    }
    llvm::Type* pointer = llvm::PointerType::get(module.getContext(), k_global_space);
    llvm::FunctionCallee allocate = module.getOrInsertFunction("__printf_alloc", pointer, builder_.getInt32Ty());
    llvm::Value* record = builder_.CreateCall(allocate, size);
    llvm::Value* is_there = builder_.CreateIsNotNull(record);
    call_.replaceAllUsesWith(builder_.CreateSExt(builder_.CreateNot(is_there), call_.getType()));
    builder_.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(is_there, call_.getIterator(), /*Unreachable=*/false));
    builder_.SetCurrentDebugLocation(call_.getDebugLoc());
    builder_.CreateAlignedStore(number, record, llvm::Align(k_alignment));
    record = builder_.CreateConstInBoundsGEP1_32(builder_.getInt8Ty(), record, k_alignment);
    for (const PrintfArgument& argument : arguments_) record = stored(argument, record);
    call_.eraseFromParent();
  }

  // Stores an argument and returns the address of the next one. Functions that copy texts are in builtins/amdgcn.cl.
  llvm::Value* stored(const PrintfArgument& argument, llvm::Value* to) {
    if (!argument.is_text()) {
      builder_.CreateAlignedStore(argument.value, to, llvm::Align(k_alignment));
      return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), to, argument.size(layout_));
    }
    llvm::Module& module = *call_.getModule();
    llvm::Type* from = argument.value->getType();
    const std::string name = "clc_print_from_" + std::to_string(from->getPointerAddressSpace());
    llvm::FunctionCallee copy =
        module.getOrInsertFunction(name, builder_.getInt32Ty(), to->getType(), from, builder_.getInt32Ty());
    const auto limit = static_cast<unsigned>(*argument.limit);
    llvm::Value* used = builder_.CreateCall(copy, {to, argument.value, builder_.getInt32(limit)});
    return builder_.CreateInBoundsGEP(builder_.getInt8Ty(), to, used);
  }

  llvm::CallInst& call_;
  const llvm::DataLayout& layout_;
  llvm::IRBuilder<> builder_;
  std::vector<PrintfPart> parts_;
  std::vector<PrintfArgument> arguments_;
};

}  // namespace

llvm::PreservedAnalyses AmdgpuRecordPrintf::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  llvm::Function* printf = module.getFunction("printf");
  if (printf == nullptr || !printf->isDeclaration()) return llvm::PreservedAnalyses::all();
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* user : printf->users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
  }
  std::reverse(calls.begin(), calls.end());  // as they stand in the source
  for (llvm::CallInst* call : calls) {
    llvm::StringRef format;
    if (!llvm::getConstantStringInfo(call->getArgOperand(0), format)) {
      report_failure(module.getContext(), ErrorKind::k_compile,
                     "the format of printf must be a string literal, or a constant array of the program");
      return llvm::PreservedAnalyses::none();
    }
    PrintfRecord(*call).write(format.str());
  }
  if (printf->use_empty()) printf->eraseFromParent();
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
