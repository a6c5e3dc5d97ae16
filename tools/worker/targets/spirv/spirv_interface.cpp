#include "worker/targets/spirv/spirv_interface.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "base/text.h"
#include "worker/targets/spirv/spirv_words.h"

namespace clc::worker {
namespace {

using spirv_words::Instruction;
using spirv_words::opcode;
using spirv_words::word;
using Id = std::uint32_t;

struct Layout {
  std::uint64_t size = 0, alignment = 1;
};

std::uint64_t rounded_up(std::uint64_t size, std::uint64_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

class Reader {
 public:
  Reader(const std::vector<std::uint32_t>& words, std::uint64_t pointer_size) : pointer_size_(pointer_size) {
    spirv_words::for_each_instruction(words, [&](Instruction instruction) { note(instruction); });
  }

  Interface interface() const {
    Interface all;
    for (const auto& [function, name] : kernels_) {
      const auto parameters = parameters_.find(function);
      if (parameters == parameters_.end()) continue;
      KernelInterface kernel;
      if (const auto size = required_sizes_.find(function); size != required_sizes_.end())
        kernel.required_work_group_size = size->second;
      kernel.name = name;
      const std::vector<std::string> types = told_types(name);
      for (std::size_t i = 0; i < parameters->second.size(); ++i) {
        Argument argument = argument_of(parameters->second[i].second, parameters->second[i].first);
        if (argument.name.empty()) argument.name = "a" + std::to_string(i);
        if (types.size() == parameters->second.size()) argument.type = types[i];
        kernel.arguments.push_back(std::move(argument));
      }
      all.kernels.push_back(std::move(kernel));
    }
    std::sort(all.kernels.begin(), all.kernels.end(),
              [](const KernelInterface& a, const KernelInterface& b) { return a.name < b.name; });
    return all;
  }

 private:
  void note(Instruction i) {
    switch (opcode(i)) {
      case spv::OpEntryPoint:
        if (word(i, 1) == spv::ExecutionModelKernel) kernels_[word(i, 2)] = spirv_words::literal_string(i, 3);
        break;
      case spv::OpExecutionMode:
        if (word(i, 2) == spv::ExecutionModeLocalSize)
          required_sizes_[word(i, 1)] = {word(i, 3), word(i, 4), word(i, 5)};
        break;
      case spv::OpName:
        names_[word(i, 1)] = spirv_words::literal_string(i, 2);
        break;
      case spv::OpString:
        strings_.push_back(spirv_words::literal_string(i, 2));
        break;
      case spv::OpDecorate:
        if (word(i, 2) == spv::DecorationCPacked) packed_.insert(word(i, 1));
        if (word(i, 2) == spv::DecorationFuncParamAttr && word(i, 3) == spv::FunctionParameterAttributeByVal)
          by_value_.insert(word(i, 1));
        break;
      case spv::OpConstant:
        constants_[word(i, 2)] = word(i, 3);
        break;
      case spv::OpFunction:
        function_ = word(i, 2);
        if (kernels_.contains(function_)) parameters_[function_];
        break;
      case spv::OpFunctionParameter:
        if (kernels_.contains(function_)) parameters_[function_].emplace_back(word(i, 2), word(i, 1));
        break;
      case spv::OpTypeForwardPointer:  // stands before structures with such a pointer, which stands after them
        layouts_[word(i, 1)] = {pointer_size_, pointer_size_};
        break;
      default:
        if (opcode(i) < spv::OpTypeVoid || opcode(i) > spv::OpTypePipe) break;
        types_[word(i, 1)] = i;
        layouts_[word(i, 1)] = layout_of(i);
        break;
    }
  }

  // The types of a kernel's arguments as its source spelled them: translators of LLVM's IR keep them in a string.
  std::vector<std::string> told_types(const std::string& kernel) const {
    const std::string begin = "kernel_arg_type." + kernel + ".";
    for (const std::string& text : strings_) {
      if (!text.starts_with(begin)) continue;
      std::vector<std::string> types;
      for (const std::string_view type : split(std::string_view(text).substr(begin.size()), ",")) {
        if (!type.empty()) types.emplace_back(type);
      }
      return types;
    }
    return {};
  }

  Instruction type(Id id) const {
    const auto found = types_.find(id);
    return found == types_.end() ? Instruction() : found->second;
  }
  spv::Op kind(Id id) const { return type(id).empty() ? spv::OpNop : opcode(type(id)); }

  Layout layout(Id type) const {
    const auto found = layouts_.find(type);
    return found == layouts_.end() ? Layout() : found->second;
  }

  // From the layouts of the types that it consists of, which stand before it.
  Layout layout_of(Instruction i) const {
    switch (opcode(i)) {
      case spv::OpTypeInt:
      case spv::OpTypeFloat:
        return {word(i, 2) / 8, std::max<std::uint64_t>(word(i, 2) / 8, 1)};
      case spv::OpTypeBool:
        return {1, 1};
      case spv::OpTypeVector: {
        const std::uint64_t count = word(i, 3) == 3 ? 4 : word(i, 3);
        const std::uint64_t size = count * layout(word(i, 2)).size;
        return {size, std::max<std::uint64_t>(size, 1)};
      }
      case spv::OpTypeArray: {
        const auto length = constants_.find(word(i, 3));
        const Layout element = layout(word(i, 2));
        return {element.size * (length == constants_.end() ? 1 : length->second), element.alignment};
      }
      case spv::OpTypeStruct:
        return layout_of_struct(i);
      default:
        return {pointer_size_, pointer_size_};
    }
  }

  Layout layout_of_struct(Instruction i) const {
    Layout whole;
    for (std::size_t at = 2; at < i.size(); ++at) {
      Layout member = layout(i[at]);
      if (packed_.contains(word(i, 1))) member.alignment = 1;
      whole.size = rounded_up(whole.size, member.alignment) + member.size;
      whole.alignment = std::max(whole.alignment, member.alignment);
    }
    whole.size = rounded_up(whole.size, whole.alignment);
    return whole;
  }

  std::string spelled(Id id, int depth = 0) const {
    constexpr int k_deepest = 16;
    const Instruction i = type(id);
    if (i.empty() || depth > k_deepest) return "void";
    const auto name = names_.find(id);
    switch (opcode(i)) {
      case spv::OpTypeInt:
        return word(i, 2) == 8 ? "char" : word(i, 2) == 16 ? "short" : word(i, 2) == 32 ? "int" : "long";
      case spv::OpTypeFloat:
        return word(i, 2) == 16 ? "half" : word(i, 2) == 32 ? "float" : "double";
      case spv::OpTypeBool:
        return "bool";
      case spv::OpTypeVector:
        return spelled(word(i, 2), depth + 1) + std::to_string(word(i, 3));
      case spv::OpTypePointer:
        return spelled(word(i, 3), depth + 1) + "*";
      case spv::OpTypeImage:
        return std::string("image") +
               (word(i, 3) == spv::Dim3D   ? "3d"
                : word(i, 3) == spv::Dim2D ? "2d"
                                           : "1d") +
               (word(i, 5) != 0                ? "_array_t"
                : word(i, 3) == spv::DimBuffer ? "_buffer_t"
                                               : "_t");
      case spv::OpTypeSampler:
        return "sampler_t";
      case spv::OpTypeQueue:
        return "queue_t";
      default:
        return name == names_.end() || name->second.empty() ? "void" : base_name_of(name->second);
    }
  }

  static std::string base_name_of(const std::string& name) {
    return name.starts_with("struct.") ? name.substr(std::string_view("struct.").size()) : name;
  }

  Argument argument_of(Id type_id, Id id) const {
    const Instruction i = type(type_id);
    Argument argument;
    if (const auto name = names_.find(id); name != names_.end()) argument.name = name->second;
    argument.type = spelled(type_id);
    Layout place = layout(type_id);
    switch (kind(type_id)) {
      case spv::OpTypePointer:
        if (by_value_.contains(id)) {
          place = layout(word(i, 3));
          argument.type = spelled(word(i, 3));
        } else {
          point(word(i, 2), argument);
        }
        break;
      case spv::OpTypeImage:
        argument.kind = ArgumentKind::k_image;
        argument.address_space = AddressSpace::k_global;
        argument.access = word(i, 9) == spv::AccessQualifierWriteOnly   ? Access::k_write_only
                          : word(i, 9) == spv::AccessQualifierReadWrite ? Access::k_read_write
                                                                        : Access::k_read_only;
        break;
      case spv::OpTypeSampler:
        argument.kind = ArgumentKind::k_sampler;
        break;
      case spv::OpTypePipe:
        argument.kind = ArgumentKind::k_pipe;
        argument.address_space = AddressSpace::k_global;
        argument.access = word(i, 2) == spv::AccessQualifierWriteOnly ? Access::k_write_only : Access::k_read_only;
        break;
      case spv::OpTypeQueue:
        argument.kind = ArgumentKind::k_queue;
        break;
      default:
        break;
    }
    argument.size = place.size;
    argument.alignment = place.alignment;
    return argument;
  }

  static void point(std::uint32_t storage, Argument& argument) {
    argument.kind = storage == spv::StorageClassWorkgroup ? ArgumentKind::k_local : ArgumentKind::k_buffer;
    argument.address_space = storage == spv::StorageClassWorkgroup         ? AddressSpace::k_local
                             : storage == spv::StorageClassUniformConstant ? AddressSpace::k_constant
                                                                           : AddressSpace::k_global;
  }

  std::uint64_t pointer_size_;
  Id function_ = 0;
  std::map<Id, std::string> kernels_, names_;
  std::vector<std::string> strings_;
  std::map<Id, Instruction> types_;
  std::map<Id, Layout> layouts_;
  std::map<Id, std::uint32_t> constants_;
  std::set<Id> packed_, by_value_;
  std::map<Id, std::array<std::uint64_t, 3>> required_sizes_;
  std::map<Id, std::vector<std::pair<Id, Id>>> parameters_;  // ids and their types, by function
};

}  // namespace

Interface interface_of_spirv(const std::vector<std::uint32_t>& words, std::uint64_t pointer_size) {
  return Reader(words, pointer_size).interface();
}

}  // namespace clc::worker
