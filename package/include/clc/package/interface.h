// The interface of a kernel, which its caller has to keep to, as the compiler's AST says it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace clc {

enum class ArgumentKind {
  k_value,   // a scalar, vector, or struct by value
  k_buffer,  // a pointer to global or constant memory: a cl_mem (or SVM pointer)
  k_local,   // a pointer to local memory: only a size is given
  k_image,
  k_sampler,
  k_pipe,
  k_queue,  // device-side queue_t
};
enum class AddressSpace { k_private, k_global, k_constant, k_local };
enum class Access { k_none, k_read_only, k_write_only, k_read_write };  // images and pipes

struct Argument {
  std::string name;
  ArgumentKind kind = ArgumentKind::k_value;
  AddressSpace address_space = AddressSpace::k_private;
  Access access = Access::k_none;
  std::string type;           // as OpenCL C spells it: "float4", "uint*", "image2d_t"
  std::string resolved_type;  // the same without typedefs, where that is something else
  bool is_const = false;      // qualifiers of what a pointer points to
  bool is_volatile = false;
  bool is_restrict = false;
  std::uint64_t size = 0;  // bytes of the argument itself on the target (a pointer's own size)
  std::uint64_t alignment = 0;
  std::string extra;  // as Interface::extra

  // The type without typedefs.
  const std::string& plain_type() const { return resolved_type.empty() ? type : resolved_type; }
  bool operator==(const Argument& other) const;
};

// The members of an unnamed struct or union are listed with those of the struct around it.
struct StructMember {
  std::string name;
  std::string type;  // without typedefs: "float4", "uint[4]", "Light"
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::string extra;  // as Interface::extra

  bool operator==(const StructMember& other) const;
};

struct StructLayout {
  std::string name;  // as in the types of arguments and members
  std::uint64_t size = 0;
  std::uint64_t alignment = 0;
  bool is_union = false;
  std::vector<StructMember> members;
  std::string extra;  // as Interface::extra

  bool operator==(const StructLayout& other) const;
};

struct KernelInterface {
  std::string name;
  std::vector<Argument> arguments;
  // All 0 when the attribute is absent.
  std::array<std::uint64_t, 3> required_work_group_size{0, 0, 0};  // reqd_work_group_size
  std::array<std::uint64_t, 3> work_group_size_hint{0, 0, 0};
  std::string vec_type_hint;
  std::uint64_t required_sub_group_size = 0;  // intel_reqd_sub_group_size
  std::string extra;                          // as Interface::extra

  bool operator==(const KernelInterface& other) const;
};

// All kernels of a module on one kind of target, sorted by name.
struct Interface {
  std::vector<KernelInterface> kernels;
  // The structs and unions that arguments are, point to or contain; sorted by name. Structs that only C++ can declare
  // (with bases, or virtual) are left out.
  std::vector<StructLayout> structs;
  std::string extra;  // canonical JSON object text of unknown keys, or empty

  const KernelInterface* find(const std::string& name) const;
  const StructLayout* find_struct(const std::string& name) const;
  bool operator==(const Interface& other) const;
};

bool is_pointer(const Argument& argument);

// Return the keywords as OpenCL C spells them: "global", "read_only"; empty for k_private and k_none.
const char* keyword(AddressSpace space);
const char* keyword(Access access);

// The contract that a caller has to keep to, as text: arguments without their names, the work-group size, the layouts
// of structs. Kernels with equal texts can be launched by the same code.
std::string launch_contract(const Interface& interface, const KernelInterface& kernel);

// The name in a type without its "*" and "[4]": "Light" of "Light[4]*".
std::string base_type(const std::string& type);

}  // namespace clc
