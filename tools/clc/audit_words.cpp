#include "audit_words.h"

#include <algorithm>
#include <array>
#include <set>

namespace clc {
namespace {

// C, C++ and OpenCL C: keywords, types, qualifiers, attributes, preprocessor.
constexpr std::string_view k_language[] = {"alignas",
                                           "alignof",
                                           "asm",
                                           "auto",
                                           "bool",
                                           "break",
                                           "case",
                                           "catch",
                                           "char",
                                           "class",
                                           "concept",
                                           "const",
                                           "const_cast",
                                           "constexpr",
                                           "continue",
                                           "decltype",
                                           "default",
                                           "delete",
                                           "double",
                                           "else",
                                           "enum",
                                           "explicit",
                                           "export",
                                           "extern",
                                           "false",
                                           "float",
                                           "for",
                                           "friend",
                                           "goto",
                                           "inline",
                                           "int",
                                           "long",
                                           "mutable",
                                           "namespace",
                                           "new",
                                           "noexcept",
                                           "nullptr",
                                           "operator",
                                           "private",
                                           "protected",
                                           "public",
                                           "register",
                                           "reinterpret_cast",
                                           "requires",
                                           "restrict",
                                           "return",
                                           "short",
                                           "signed",
                                           "sizeof",
                                           "static",
                                           "static_assert",
                                           "static_cast",
                                           "struct",
                                           "switch",
                                           "template",
                                           "this",
                                           "throw",
                                           "true",
                                           "try",
                                           "typedef",
                                           "typeid",
                                           "typename",
                                           "union",
                                           "unsigned",
                                           "using",
                                           "virtual",
                                           "void",
                                           "volatile",
                                           "while",
                                           "kernel",
                                           "global",
                                           "local",
                                           "constant",
                                           "generic",
                                           "read_only",
                                           "write_only",
                                           "read_write",
                                           "pipe",
                                           "half",
                                           "uchar",
                                           "ushort",
                                           "uint",
                                           "ulong",
                                           "size_t",
                                           "ptrdiff_t",
                                           "intptr_t",
                                           "uintptr_t",
                                           "addrspace_cast",
                                           "sampler_t",
                                           "event_t",
                                           "queue_t",
                                           "define",
                                           "undef",
                                           "ifdef",
                                           "ifndef",
                                           "elif",
                                           "endif",
                                           "include",
                                           "error",
                                           "warning",
                                           "pragma",
                                           "line",
                                           "defined",
                                           "once",
                                           "unroll",
                                           "nounroll",
                                           "packed",
                                           "aligned",
                                           "endian",
                                           "host",
                                           "device",
                                           "vec_type_hint",
                                           "work_group_size_hint",
                                           "reqd_work_group_size",
                                           "intel_reqd_sub_group_size",
                                           "nosvm",
                                           "always_inline",
                                           "noinline",
                                           "opencl_unroll_hint",
                                           "overloadable",
                                           "pure",
                                           "unused",
                                           "deprecated",
                                           "mode",
                                           "enable",
                                           "disable",
                                           "OPENCL",
                                           "EXTENSION",
                                           "FP_CONTRACT",
                                           "STDC",
                                           "OFF",
                                           "NULL"};

// What stood in the binaries of a kernel that has none of these names, for every target: directives, opcodes,
// metadata, sections, names that compilers make up, and what drivers link in.
constexpr std::string_view k_formats[] = {
    "addrmode", "addrspace", "amdgcn",    "amdhsa",    "annotation", "arch",      "args",     "arrayidx",  "atom",
    "avx",      "backedge",  "bar",       "barrier",   "block",      "bmi",       "body",     "bra",       "call",
    "callback", "callees",   "callgraph", "callsite",  "check",      "comment",   "compat",   "compiler",  "cond",
    "conv",     "cpu",       "demoted",   "digest",    "dynamic",    "end",       "entry",    "exclude",   "exit",
    "features", "flags",     "format",    "frame",     "func",       "funclet",   "global",   "group",     "hash",
    "ident",    "ind",       "index",     "info",      "init",       "invariant", "kernels",  "kind",      "lib",
    "lifetime", "live",      "llvm",      "load",      "loop",       "loopexit",  "mem",      "memcpy",    "memset",
    "metrics",  "middle",    "misc",      "module",    "mov",        "name",      "neg",      "none",      "note",
    "param",    "partial",   "phi",       "pocl",      "pointer",    "popcnt",    "pred",     "preheader", "preserve",
    "proc",     "prof",      "program",   "protector", "prototype",  "ptr",       "ptxas",    "range",     "reg",
    "rel",      "release",   "reserved",  "ret",       "reverse",    "scope",     "section",  "self",      "setp",
    "shared",   "size",      "slm",       "snprintf",  "spir",       "spirv",     "split",    "stack",     "start",
    "stateful", "stateless", "std",       "stdin",     "str",        "string",    "strtab",   "sub",       "symbol",
    "symtab",   "sync",      "table",     "target",    "tex",        "texref",    "text",     "texture",   "thread",
    "tools",    "trapping",  "type",      "uniform",   "unswitch",   "value",     "variable", "vec",       "vector",
    "version",  "vprintf",   "wide",      "width",     "wrap",       "xor"};

constexpr std::string_view k_accounts[] = {"root",   "user",      "admin",  "build",  "builder",
                                           "buildd", "runner",    "ubuntu", "debian", "nobody",
                                           "daemon", "localhost", "docker", "gitlab", "jenkins"};

template <std::size_t N>
bool is_in(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

}  // namespace

bool is_common_word(std::string_view word) {
  static const std::set<std::string_view> words = [] {
    std::set<std::string_view> all(std::begin(k_language), std::end(k_language));
    all.insert(std::begin(k_formats), std::end(k_formats));
    return all;
  }();
  return words.contains(word) || word.starts_with("cl_") || word.starts_with("CL_") || word.starts_with("CLK_");
}

bool is_common_account(std::string_view name) {
  return is_in(k_accounts, name);
}

}  // namespace clc
