#include "bindings/launcher_header.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "base/try.h"
#include "bindings/cpp_names.h"
#include "bindings/launcher_types.h"
#include "bindings/prototype.h"
#include "support/version.h"

namespace clc {
namespace {

// Text from a manifest for a comment or a message, without characters that would end it.
std::string shown(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 127 || c == '\\') c = '?';
    if (c == '"') c = '\'';
  }
  return text;
}

// A literal that is exactly this text.
std::string literal(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < ' ' || code == 127 || c == '"' || c == '\\' || c == '?') {
      result += {'\\', static_cast<char>('0' + code / 64), static_cast<char>('0' + code / 8 % 8),
                 static_cast<char>('0' + code % 8)};
    } else {
      result += c;
    }
  }
  return result + "\"";
}

// Names that the generated text around a kernel uses, and that a kernel therefore cannot have.
const std::set<std::string> k_own_names = {"Kernels", "check_launch",      "interfaces", "k_contract",
                                           "k_name",  "k_work_group_size", "load",       "program"};

// Gives C++ names to things with names in OpenCL C. Two that would get the same name are an error.
class Names {
 public:
  Names(std::string what, std::set<std::string> taken) : what_(std::move(what)), taken_(std::move(taken)) {}

  Result<std::string> add(const std::string& name) {
    std::string identifier = cpp_identifier(name);
    if (taken_.contains(identifier)) identifier += "_";
    const auto [known, is_new] = names_.emplace(identifier, name);
    if (is_new) return identifier;
    return fail(ErrorKind::k_usage, what_ + " '" + known->second + "' and '" + name + "' would both be '" + identifier +
                                        "' in C++: rename one");
  }

 private:
  std::string what_;
  std::set<std::string> taken_;  // by what is generated around them
  std::map<std::string, std::string> names_;
};

std::string target_with(const Module& module, std::uint64_t interface) {
  const auto found = std::ranges::find(module.variants, interface, &Variant::interface);
  return found == module.variants.end() ? "?" : found->target;
}

std::set<std::string> kernel_names(const Interface& interface) {
  std::set<std::string> names;
  for (const KernelInterface& kernel : interface.kernels) names.insert(kernel.name);
  return names;
}

// One header serves whichever variant is loaded, so all of them need the same interface.
Result<void> check_agreement(const Module& module) {
  const Interface& first = module.interfaces.front();
  for (std::uint64_t i = 1; i < module.interfaces.size(); ++i) {
    const Interface& other = module.interfaces[i];
    const std::string targets = target_with(module, 0) + " and " + target_with(module, i);
    const auto differs = [&](const std::string& what) {
      return fail(ErrorKind::k_usage, "module '" + module.name + "' is not the same for " + targets + ": " + what +
                                          "; make them the same, or give each a package and a header of its own");
    };
    std::set<std::string> all = kernel_names(first);
    all.merge(kernel_names(other));
    for (const std::string& name : all) {
      const KernelInterface* a = first.find(name);
      const KernelInterface* b = other.find(name);
      if (a == nullptr || b == nullptr) return differs("only one of them has kernel '" + name + "'");
      const std::string contract_a = launch_contract(first, *a);
      const std::string contract_b = launch_contract(other, *b);
      if (contract_a != contract_b) return differs("kernel '" + name + "' takes " + contract_a + ", and " + contract_b);
    }
  }
  return {};
}

class ModuleWriter {
 public:
  ModuleWriter(const Module& module, const LauncherOptions& options)
      : module_(module), interface_(module.interfaces.front()), options_(options) {}

  Result<std::string> write(const std::string& identifier);

 private:
  Result<void> add_struct(const StructLayout& layout);
  Result<void> add_kernel(const KernelInterface& kernel, const std::string& identifier);
  Result<void> add_argument(const KernelInterface& kernel, std::size_t index);
  void add_range_check(const KernelInterface& kernel);
  void add_load(const std::vector<std::string>& identifiers);
  void add_assert(const std::string& condition, const std::string& message, const char* indent);

  const Module& module_;
  const Interface& interface_;
  const LauncherOptions& options_;
  std::string text_;
};

void ModuleWriter::add_assert(const std::string& condition, const std::string& message, const char* indent) {
  text_ += std::string(indent) + "static_assert(" + condition + ",\n" + indent + "              \"" + shown(message) +
           "\");\n";
}

Result<void> ModuleWriter::add_struct(const StructLayout& layout) {
  const std::optional<std::string> type = host_type(interface_, layout.name);
  if (!type)
    return fail(ErrorKind::k_usage, "module '" + module_.name + "': C++ cannot name the struct '" + layout.name + "'");
  const std::string name = "::" + *type;
  const std::string what = "struct '" + layout.name + "'";
  add_assert("sizeof(" + name + ") == " + std::to_string(layout.size),
             what + " has " + std::to_string(layout.size) + " bytes in the kernels", "");
  for (const StructMember& member : layout.members) {
    if (member.type.find(':') != std::string::npos) continue;  // a bit-field has no offset to ask for
    const bool is_nested = member.name.find('.') != std::string::npos;
    for (const std::string_view part : split(member.name, ".")) {
      if (cpp_identifier(part) == part) continue;
      return fail(ErrorKind::k_usage, "module '" + module_.name + "': C++ cannot name the member '" + member.name +
                                          "' of struct '" + layout.name + "'");
    }
    const std::string which = what + ", member '" + member.name + "'";
    add_assert("offsetof(" + name + ", " + member.name + ") == " + std::to_string(member.offset),
               which + " is at byte " + std::to_string(member.offset) + " in the kernels", "");
    if (is_nested) continue;
    const std::optional<std::string> scalar = host_type(interface_, member.type);
    const bool is_scalar = scalar && is_host_scalar(*scalar);
    add_assert(is_scalar ? "::clc::typed::k_same<decltype(" + name + "::" + member.name + "), ::" + *scalar + ">"
                         : "sizeof(" + name + "::" + member.name + ") == " + std::to_string(member.size),
               which + " is a '" + member.type + "' in the kernels", "");
  }
  return {};
}

void ModuleWriter::add_range_check(const KernelInterface& kernel) {
  const std::array<std::uint64_t, 3>& group = kernel.required_work_group_size;
  if (!is_set(group)) {
    add_assert("::clc::typed::k_dimensions<Range> >= 0",
               kernel.name + ": the range comes before the arguments: clc::range_1d, range_2d or range_3d", "      ");
    return;
  }
  const int dimensions = group[2] > 1 ? 3 : group[1] > 1 ? 2 : 1;
  add_assert("::clc::typed::k_dimensions<Range> >= " + std::to_string(dimensions),
             kernel.name + ": its work-groups are " + sizes_text(group, " x ") +
                 ", so the range before the arguments has a global size only, of " +
                 (dimensions == 3 ? "3 dimensions" : std::to_string(dimensions) + " dimensions or more"),
             "      ");
}

Result<void> ModuleWriter::add_argument(const KernelInterface& kernel, std::size_t index) {
  const Argument& argument = kernel.arguments[index];
  const std::optional<Wanted> wanted = wanted_for(interface_, argument);
  const std::string what = "argument " + std::to_string(index) + " '" + argument.name + "'";
  if (!wanted) {
    const bool is_old = interface_.find_struct(base_type(argument.plain_type())) == nullptr;
    return fail(ErrorKind::k_usage, "module '" + module_.name + "', kernel '" + kernel.name + "', " + what + ": '" +
                                        argument.type + "' has no type in C++" +
                                        (is_old ? ", or the package was made by a clc that did not describe it" : ""));
  }
  add_assert("::clc::typed::fits<" + std::to_string(index) + ", " + wanted->check + ", A...>()",
             kernel.name + ": " + what + " ('" + argument_text(argument) + "') has to be " + wanted->takes, "      ");
  return {};
}

Result<void> ModuleWriter::add_kernel(const KernelInterface& kernel, const std::string& identifier) {
  text_ += "  // " + shown(prototype(kernel)) + "\n  struct " + identifier + " {\n";
  text_ += "    static constexpr const char* k_name = " + literal(kernel.name) + ";\n";
  text_ += "    static constexpr const char* k_contract = " + literal(launch_contract(interface_, kernel)) + ";\n";
  text_ += "    static constexpr ::std::array<::std::size_t, 3> k_work_group_size{" +
           sizes_text(kernel.required_work_group_size, ", ") + "};\n";
  text_ += "    template <class Range, class... A>\n    static constexpr void check_launch() {\n";
  add_range_check(kernel);
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) CLC_TRY(add_argument(kernel, i));
  add_assert(
      "sizeof...(A) <= " + std::to_string(kernel.arguments.size()),
      kernel.name + ": it takes " + count(kernel.arguments.size(), "argument") + " after the range, and more are given",
      "      ");
  text_ += "    }\n  };\n";
  return {};
}

void ModuleWriter::add_load(const std::vector<std::string>& identifiers) {
  text_ += "\n// The kernels of the module, for any number of threads.\nstruct Kernels {\n  ::clc::Program program;\n";
  std::string list = "Kernels";
  for (const std::string& identifier : identifiers) {
    text_ += "  ::clc::TypedKernel<interfaces::" + identifier + "> " + identifier + ";\n";
    list += ", interfaces::" + identifier;
  }
  text_ += "};\n\n";
  const auto add = [&](const std::string& start, const std::string& parameter, const std::string& package) {
    text_ += start + "inline ::clc::Result<Kernels> load(const ::clc::Queue& queue" + parameter +
             ",\n    const ::clc::ModuleChoice& choice = {}) {\n  return ::clc::load_typed<" + list + ">(queue, " +
             package + ", " + literal(module_.name) + ", choice);\n}\n";
  };
  add("", ", const ::clc::Package& package", "package");
  add("", ", const ::std::string& path", "::clc::Package::open(path)");
  if (options_.embedded.empty()) return;
  const std::string bytes = "::" + join(options_.namespaces, "::") + "::package_bytes()";
  add("// From the package in this program.\nCLC_EMBED_API ", "", "::clc::Package::from_memory(" + bytes + ")");
}

Result<std::string> ModuleWriter::write(const std::string& identifier) {
  text_ += "\nnamespace " + identifier + " {\n\n";
  for (const StructLayout& layout : interface_.structs) CLC_TRY(add_struct(layout));
  if (!interface_.structs.empty()) text_ += "\n";
  text_ += "namespace interfaces {\n";
  std::vector<std::string> identifiers;
  Names names("module '" + module_.name + "': kernels", k_own_names);
  for (const KernelInterface& kernel : interface_.kernels) {
    const std::string name = CLC_TRY(names.add(kernel.name));
    CLC_TRY(add_kernel(kernel, name));
    identifiers.push_back(name);
  }
  text_ += "}  // namespace interfaces\n";
  add_load(identifiers);
  text_ += "\n}  // namespace " + identifier + "\n";
  return text_;
}

std::string include_line(const std::string& header) {
  return "#include " + (header.front() == '<' ? header : "\"" + header + "\"") + "\n";
}

}  // namespace

Result<std::string> launcher_header(const Manifest& manifest, const LauncherOptions& options) {
  const std::string name_space = join(options.namespaces, "::");
  std::string text =
      std::string("// ") + k_generator +
      ": launchers of a package's kernels, with arguments that the compiler checks. Generated: do not edit.\n"
      "#pragma once\n\n#include <array>\n#include <cstddef>\n#include <string>\n#include <string_view>\n\n"
      "#include \"clc/runtime/typed.h\"\n";
  for (const std::string& header : options.includes) text += include_line(header);
  if (!options.embedded.empty()) text += include_line(options.embedded);
  text += "\nnamespace " + name_space + " {\n";
  Names names("modules", {"package_bytes"});
  for (const Module& module : manifest.modules) {
    if (module.interfaces.empty()) continue;  // nothing of it came out
    CLC_TRY(check_agreement(module));
    if (!module.interfaces.front().structs.empty() && options.includes.empty()) {
      return fail(ErrorKind::k_usage,
                  "module '" + module.name + "' takes the struct '" + module.interfaces.front().structs.front().name +
                      "': name the header that has it for C++ too, with --include FILE or, in CMake's "
                      "clc_add_kernels, with STRUCTS FILE");
    }
    const std::string identifier = CLC_TRY(names.add(module.name));
    text += CLC_TRY(ModuleWriter(module, options).write(identifier));
  }
  return text + "\n}  // namespace " + name_space + "\n";
}

}  // namespace clc
