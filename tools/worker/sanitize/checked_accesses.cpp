#include "worker/sanitize/checked_accesses.h"

#include <array>
#include <bit>
#include <optional>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "base/text.h"
#include "worker/analyses/memory_calls.h"
#include "worker/passes/nvidia_group_products.h"

namespace clc::worker {
namespace {

CheckedAccess access(llvm::Instruction& at, const char* what, unsigned kind, llvm::Value* pointer, llvm::Type* type,
                     llvm::Align alignment) {
  const llvm::DataLayout& layout = at.getDataLayout();
  CheckedAccess one{what, kind, pointer};
  const std::uint64_t bytes = layout.getTypeStoreSize(type);
  one.bytes = llvm::ConstantInt::get(llvm::Type::getInt64Ty(at.getContext()), bytes);
  // Clang aligns events for AMD's chips by twice their size.
  one.alignment = type->isPointerTy() ? std::min(alignment.value(), bytes) : alignment.value();
  return one;
}

std::vector<CheckedAccess> copy_accesses(llvm::MemIntrinsic& copy) {
  llvm::IRBuilder<> builder(&copy);
  llvm::Value* bytes = builder.CreateZExtOrTrunc(copy.getLength(), builder.getInt64Ty());
  std::vector<CheckedAccess> all;
  if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&copy))
    all.push_back({"load", k_read, transfer->getRawSource(), bytes, transfer->getSourceAlign().valueOrOne().value()});
  all.push_back({"store", k_write | k_differs, copy.getRawDest(), bytes, copy.getDestAlign().valueOrOne().value()});
  return all;
}

// The bytes of an element, from the first pointer of a mangled name: 16 for
// `_Z21async_work_group_copyPU3AS3Dv4_fPU3AS1KS_…`.
std::uint64_t element_bytes(llvm::StringRef mangled) {
  llvm::StringRef rest = mangled.drop_front(std::min(mangled.find("PU3AS"), mangled.size()));
  if (!rest.consume_front("PU3AS")) return 0;
  rest = rest.drop_front(1);
  while (rest.consume_front("K") || rest.consume_front("V")) {
  }
  std::uint64_t elements = 1;
  if (rest.consume_front("Dv") && (rest.consumeInteger(10, elements) || !rest.consume_front("_"))) return 0;
  elements = std::bit_ceil(elements);  // vectors of three have the room of four
  if (rest.starts_with("Dh")) return 2 * elements;
  switch (rest.empty() ? '\0' : rest.front()) {
    case 'c':
    case 'h':
      return elements;
    case 's':
    case 't':
      return 2 * elements;
    case 'i':
    case 'j':
    case 'f':
      return 4 * elements;
    case 'l':
    case 'm':
    case 'd':
      return 8 * elements;
    default:
      return 0;
  }
}

bool is_local(const llvm::Value& pointer) {
  return pointer.getType()->getPointerAddressSpace() == k_local_space;
}

// async_work_group_copy_2D2D(to, offset, from, offset, bytes of an element, elements of a line, lines, length of a line
// of each side, event); with _3D3D planes follow the lines, and areas of planes the lengths. The side in global memory
// is left out, and the gaps in local memory count as written.
std::vector<CheckedAccess> shaped_copy(llvm::CallBase& call, bool has_planes) {
  const bool is_read = !is_local(*call.getArgOperand(0));
  const unsigned first = is_read ? 2 : 0, lengths = has_planes ? (is_read ? 8 : 10) : (is_read ? 7 : 8);
  llvm::IRBuilder<> builder(&call);
  const auto number = [&](unsigned index) {
    return builder.CreateZExtOrTrunc(call.getArgOperand(index), builder.getInt64Ty());
  };
  llvm::Value* elements = number(5);
  llvm::Value* is_empty = builder.CreateIsNull(elements);
  for (unsigned i = 0; i < (has_planes ? 2U : 1U); ++i) {
    llvm::Value* count = number(6 + i);
    is_empty = builder.CreateOr(is_empty, builder.CreateIsNull(count));
    llvm::Value* steps = builder.CreateSub(count, builder.getInt64(1));
    elements = builder.CreateAdd(elements, builder.CreateMul(steps, number(lengths + i)));
  }
  llvm::Value* size = number(4);
  llvm::Value* pointer =
      builder.CreateGEP(builder.getInt8Ty(), call.getArgOperand(first), builder.CreateMul(number(first + 1), size));
  llvm::Value* bytes = builder.CreateSelect(is_empty, builder.getInt64(0), builder.CreateMul(elements, size));
  CheckedAccess side{is_read ? "load" : "store", is_read ? k_read : k_write, pointer, bytes, 1};
  side.is_of_group = side.has_gaps = true;
  return {side};
}

// async_work_group_copy(to, from, elements, event). Of a strided one the side in global memory, which has gaps, is left
// out.
std::vector<CheckedAccess> group_copy(llvm::CallBase& call, bool is_strided) {
  const std::uint64_t size = element_bytes(call.getCalledFunction()->getName());
  if (size == 0 || call.arg_size() < 3) return {};
  llvm::IRBuilder<> builder(&call);
  llvm::Value* bytes =
      builder.CreateMul(builder.CreateZExtOrTrunc(call.getArgOperand(2), builder.getInt64Ty()), builder.getInt64(size));
  std::vector<CheckedAccess> sides = {{"store", k_write, call.getArgOperand(0), bytes, size},
                                      {"load", k_read, call.getArgOperand(1), bytes, size}};
  if (is_strided) std::erase_if(sides, [](const CheckedAccess& side) { return !is_local(*side.pointer); });
  for (CheckedAccess& side : sides) side.is_of_group = side.is_asynchronous = true;
  return sides;
}

// The store of fract(), frexp() and others through their last argument.
std::vector<CheckedAccess> second_result(llvm::CallBase& call, bool is_integer) {
  llvm::IRBuilder<> builder(&call);
  llvm::Type* type = call.getType();
  if (is_integer) type = type->getWithNewType(builder.getInt32Ty());
  const llvm::DataLayout& layout = call.getDataLayout();
  CheckedAccess one{"store", k_write | k_differs, call.getArgOperand(call.arg_size() - 1)};
  one.bytes = builder.getInt64(layout.getTypeStoreSize(type));
  one.alignment = layout.getABITypeAlign(type->getScalarType()).value();
  return {one};
}

// The bytes of NVIDIA's asynchronous copies into local memory, by which tiles of matrices are fetched; 0 for others.
std::uint64_t bytes_of_item_copy(const llvm::CallBase& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::nvvm_cp_async_ca_shared_global_4:
      return 4;
    case llvm::Intrinsic::nvvm_cp_async_ca_shared_global_8:
      return 8;
    case llvm::Intrinsic::nvvm_cp_async_ca_shared_global_16:
    case llvm::Intrinsic::nvvm_cp_async_cg_shared_global_16:
      return 16;
    default:
      return 0;
  }
}

// A copy of one item counts as having read its source where it begins.
std::vector<CheckedAccess> item_copy(llvm::CallBase& call, std::uint64_t size) {
  llvm::Value* bytes = llvm::ConstantInt::get(llvm::Type::getInt64Ty(call.getContext()), size);
  std::vector<CheckedAccess> sides = {{"load", k_read, call.getArgOperand(1), bytes, size},
                                      {"store", k_write, call.getArgOperand(0), bytes, size}};
  sides.back().is_asynchronous = true;
  return sides;
}

// The line of a matrix whose address an item gives; other items get elements of it.
std::vector<CheckedAccess> matrix_line(llvm::CallBase& call) {
  constexpr std::uint64_t k_bytes = 16;
  llvm::Value* bytes = llvm::ConstantInt::get(llvm::Type::getInt64Ty(call.getContext()), k_bytes);
  return {{"load", k_read, call.getArgOperand(0), bytes, k_bytes}};
}

// The tiles of a product that all items of a group compute together.
std::vector<CheckedAccess> tile_reads(const llvm::CallBase& call) {
  constexpr std::uint64_t k_line_bytes = 16;
  std::vector<CheckedAccess> all;
  for (const ReadTile& tile : tiles_of_product(call)) {
    llvm::Value* bytes = llvm::ConstantInt::get(llvm::Type::getInt64Ty(call.getContext()), tile.bytes);
    all.push_back({"load", k_read, tile.base, bytes, k_line_bytes});
    all.back().is_of_group = true;
  }
  return all;
}

// A matrix that the driver loads (pointer, layout, stride) or stores (pointer, matrix, layout, stride).
std::vector<CheckedAccess> whole_matrix(llvm::CallBase& call, bool is_load) {
  const unsigned layout = is_load ? 1 : 2;
  const auto* type = llvm::dyn_cast<llvm::TargetExtType>((is_load ? &call : call.getArgOperand(1))->getType());
  if (type == nullptr || type->getNumIntParameters() < 3 || type->getNumTypeParameters() == 0) return {};
  llvm::IRBuilder<> builder(&call);
  llvm::Value* rows = builder.getInt64(type->getIntParameter(1));
  llvm::Value* columns = builder.getInt64(type->getIntParameter(2));
  llvm::Value* in_rows = builder.CreateIsNull(call.getArgOperand(layout));
  llvm::Value* lines = builder.CreateSelect(in_rows, rows, columns);
  llvm::Value* stride = builder.CreateZExtOrTrunc(call.getArgOperand(layout + 1), builder.getInt64Ty());
  llvm::Value* elements = builder.CreateAdd(builder.CreateMul(builder.CreateSub(lines, builder.getInt64(1)), stride),
                                            builder.CreateSelect(in_rows, columns, rows));
  const std::uint64_t size = type->getTypeParameter(0)->getScalarSizeInBits() / 8;
  CheckedAccess one{is_load ? "load" : "store", is_load ? k_read : k_write, call.getArgOperand(0),
                    builder.CreateMul(elements, builder.getInt64(size)), size};
  one.has_gaps = true;
  return {one};
}

std::vector<CheckedAccess> call_accesses(llvm::CallBase& call) {
  if (const std::uint64_t bytes = bytes_of_item_copy(call); bytes != 0) return item_copy(call, bytes);
  if (loads_matrix(call)) return matrix_line(call);
  if (call.isInlineAsm()) return tile_reads(call);
  if (const llvm::Function* called = call.getCalledFunction()) {
    const bool is_load = called->getName().contains("__spirv_CooperativeMatrixLoadKHR");
    if (is_load || called->getName().contains("__spirv_CooperativeMatrixStoreKHR")) return whole_matrix(call, is_load);
  }
  const std::string name = called_builtin(call);
  if (name == "async_work_group_copy" || name == "async_work_group_strided_copy")
    return group_copy(call, name == "async_work_group_strided_copy");
  if (name == "async_work_group_copy_2D2D" || name == "async_work_group_copy_3D3D")
    return shaped_copy(call, name == "async_work_group_copy_3D3D");
  if (is_any_of(name, {"fract", "modf", "sincos"})) return second_result(call, false);
  if (is_any_of(name, {"frexp", "lgamma_r", "remquo"})) return second_result(call, true);
  const std::optional<CalledAccess> called = called_access(call);
  if (!called) return {};
  llvm::IRBuilder<> builder(&call);
  CheckedAccess one;
  one.what = called->kind;
  one.pointer = called->pointer;
  one.alignment = called->alignment;
  one.bytes = builder.getInt64(called->bytes);
  const llvm::StringRef kind = called->kind;
  const bool is_vector = llvm::StringRef(name).starts_with("v");
  one.kind = is_vector ? (kind == "load" ? k_read : k_write) : kind == "load" ? k_atomic : k_write | k_atomic;
  if (llvm::StringRef(name).starts_with("atomic_init")) one.kind = k_write;
  if (is_vector && kind == "store") one.stored = call.getArgOperand(0);
  if (called->index != nullptr) {
    llvm::Value* index = called->index;
    llvm::Value* step =
        builder.CreateMul(builder.CreateZExtOrTrunc(index, builder.getInt64Ty()), builder.getInt64(called->step));
    one.pointer = builder.CreateGEP(builder.getInt8Ty(), one.pointer, step);
  }
  return {one};
}

// The elements of a vector that was loaded which are in another one: bit N for element N.
struct LoadedElements {
  const llvm::Value* vector;
  std::uint32_t elements;
};

// The elements in the result of an instruction that changes some; nothing where an element is used, and for a store
// elsewhere.
std::optional<std::uint32_t> elements_behind(const llvm::Instruction& user, const LoadedElements& before,
                                             const llvm::Value* place) {
  const std::uint64_t size = llvm::cast<llvm::FixedVectorType>(before.vector->getType())->getNumElements();
  if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&user)) {
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
    if (index != nullptr && index->getValue().uge(size)) return std::nullopt;
    return index == nullptr ? before.elements : before.elements & ~(1U << index->getZExtValue());
  }
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&user)) {
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
    if (index != nullptr && index->getValue().ult(size) && (before.elements >> index->getZExtValue() & 1U) == 0)
      return 0;
  }
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&user)) {
    const auto count = static_cast<int>(size);
    std::uint32_t elements = 0;
    if (shuffle->getShuffleMask().size() > 32) return std::nullopt;
    for (const auto& [i, from] : llvm::enumerate(shuffle->getShuffleMask())) {
      if (from < 0 || shuffle->getOperand(from < count ? 0 : 1) != before.vector) continue;
      elements |= (before.elements >> (from % count) & 1U) << i;
    }
    return elements;
  }
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user);
  if (store != nullptr && store->getValueOperand() == before.vector && store->getPointerOperand() == place) return 0;
  return std::nullopt;
}

// Clang stores `vector.x = 1` as the whole vector, which it loads before.
bool is_put_back(const llvm::LoadInst& load) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
  if (type == nullptr || type->getNumElements() > 16) return false;
  std::vector<LoadedElements> pending{{&load, (1U << type->getNumElements()) - 1}};
  while (!pending.empty()) {
    const LoadedElements one = pending.back();
    pending.pop_back();
    for (const llvm::User* user : one.vector->users()) {
      const std::optional<std::uint32_t> elements =
          elements_behind(*llvm::cast<llvm::Instruction>(user), one, load.getPointerOperand());
      if (!elements) return false;
      if (*elements != 0) pending.push_back({user, *elements});
    }
  }
  return true;
}

}  // namespace

bool loads_matrix(const llvm::CallBase& call) {
  const llvm::Function* called = call.getCalledFunction();
  return called != nullptr && called->getName().starts_with("llvm.nvvm.ldmatrix.");
}

bool is_sub_group_instruction(const llvm::CallBase& call) {
  const llvm::Function* called = call.getCalledFunction();
  if (called == nullptr || !called->isIntrinsic()) return false;
  return llvm::any_of(
      std::array{"bar.warp.", "shfl.", "vote.", "redux.", "match.", "ldmatrix.", "mma.", "wmma."},
      [name = called->getName()](const char* kind) { return name.starts_with(std::string("llvm.nvvm.") + kind); });
}

std::vector<CheckedAccess> checked_accesses(llvm::Instruction& at) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&at)) {
    const unsigned kind = load->isAtomic() ? k_atomic : k_read;
    CheckedAccess one = access(at, "load", kind, load->getPointerOperand(), load->getType(), load->getAlign());
    one.is_put_back = is_put_back(*load);
    return {one};
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&at)) {
    llvm::Value* value = store->getValueOperand();
    const unsigned kind = store->isAtomic() ? k_write | k_atomic : k_write;
    CheckedAccess one = access(at, "store", kind, store->getPointerOperand(), value->getType(), store->getAlign());
    one.stored = value;
    return {one};
  }
  if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&at)) {
    return {
        access(at, "atomic", k_write | k_atomic, update->getPointerOperand(), update->getType(), update->getAlign())};
  }
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at)) {
    return {access(at, "atomic", k_write | k_atomic, exchange->getPointerOperand(),
                   exchange->getCompareOperand()->getType(), exchange->getAlign())};
  }
  if (auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&at)) return copy_accesses(*copy);
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&at)) return call_accesses(*call);
  return {};
}

}  // namespace clc::worker
