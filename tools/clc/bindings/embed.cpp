#include "bindings/embed.h"

#include "base/text.h"
#include "clc/base/digest.h"
#include "support/version.h"

namespace clc {
namespace {

constexpr std::size_t k_alignment = 64;

// Puts values where a template has `@name@`.
std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& values) {
  for (const auto& [name, value] : values) {
    const std::string mark = "@" + name + "@";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
      text.replace(at, mark.size(), value);
  }
  return text;
}

// The text of an array's elements.
std::string array_text(BytesView bytes) {
  constexpr std::size_t k_per_line = 32;
  std::string text;
  text.reserve(bytes.size() * 4);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    text += std::to_string(static_cast<unsigned char>(bytes[i]));
    text += (i + 1) % k_per_line == 0 ? ",\n" : ",";
  }
  return text;
}

constexpr const char* k_header = R"(/* @generator@: a package of kernels as read-only data. Generated: do not edit. */
#ifndef CLC_EMBEDDED_@prefix@_H
#define CLC_EMBEDDED_@prefix@_H

#include <stddef.h>

/* Seen in the program or shared library that it is linked into, unless this is defined to be something else. */
#ifndef CLC_EMBED_API
#ifdef __ELF__
#define CLC_EMBED_API __attribute__((visibility("hidden")))
#else
#define CLC_EMBED_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif
/* The package in its one-file form. */
CLC_EMBED_API const unsigned char* @prefix@_package_data(void);
CLC_EMBED_API size_t @prefix@_package_size(void);
#ifdef __cplusplus
}
#endif

#if defined(__cplusplus) && __cplusplus >= 201703L
#include <string_view>

namespace @namespace@ {

/* For clc::Package::from_memory. */
CLC_EMBED_API inline std::string_view package_bytes() noexcept {
  return {reinterpret_cast<const char*>(@prefix@_package_data()), @prefix@_package_size()};
}

}  /* namespace @namespace@ */
#endif

#endif
)";

constexpr const char* k_source_start =
    R"(/* @generator@: a package of kernels as read-only data. Generated: do not edit.
   The same text is C and C++. CLC_EMBED_ARRAY makes it take the array below, which needs no other file.
   SHA-256 of the package: @sha256@ */
#include "@header@"

#if defined(__has_embed) && !defined(CLC_EMBED_ARRAY)
#if __has_embed("@binary@")
#define CLC_EMBED_WITH_EMBED
#endif
#endif
#if defined(__GNUC__) && defined(__ELF__) && !defined(CLC_EMBED_WITH_EMBED) && !defined(CLC_EMBED_ARRAY)
#define CLC_EMBED_WITH_INCBIN
#endif
/* The assembler of older Clangs, 14 and 15 among them, cannot compare how far two labels lie from each other. */
#if defined(__clang__) && __clang_major__ < 22
#define CLC_EMBED_SIZE_CHECK ""
#else
#define CLC_EMBED_SIZE_CHECK \
  ".if . - clc_embedded_@prefix@ - @size@\n" \
  ".error \"@binary@ is not the file that was made with this source\"\n" \
  ".endif\n"
#endif

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __ELF__
__attribute__((visibility("hidden")))
#endif
extern const unsigned char clc_embedded_@prefix@[];
#ifdef __cplusplus
}
#endif

#ifdef CLC_EMBED_WITH_INCBIN

/* The assembler looks in the folders of -I. It must not see the file through link-time optimisation, which runs
   elsewhere and without -I: compile this file with -fno-lto. */
__asm__(
    ".pushsection .rodata.clc_embedded_@prefix@,\"a\",%progbits\n"
    ".balign @alignment@\n"
    ".globl clc_embedded_@prefix@\n"
    ".hidden clc_embedded_@prefix@\n"
    ".type clc_embedded_@prefix@,%object\n"
    "clc_embedded_@prefix@:\n"
    ".incbin \"@binary@\"\n"
    CLC_EMBED_SIZE_CHECK
    ".size clc_embedded_@prefix@, . - clc_embedded_@prefix@\n"
    ".popsection\n");

#else

#ifdef __GNUC__
__attribute__((aligned(@alignment@)))
#elif defined(_MSC_VER)
__declspec(align(@alignment@))
#endif
const unsigned char clc_embedded_@prefix@[] = {
#ifdef CLC_EMBED_WITH_EMBED
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wc23-extensions"
#endif
#embed "@binary@"
#else
)";

constexpr const char* k_source_end = R"(
#endif
};

#endif

const unsigned char* @prefix@_package_data(void) { return clc_embedded_@prefix@; }
size_t @prefix@_package_size(void) { return @size@U; }
)";

std::vector<std::pair<std::string, std::string>> values_of(const Embedding& embedding) {
  return {{"generator", k_generator},
          {"prefix", join(embedding.namespaces, "_")},
          {"namespace", join(embedding.namespaces, "::")},
          {"header", embedding.header},
          {"binary", embedding.binary},
          {"alignment", std::to_string(k_alignment)}};
}

}  // namespace

std::string embedding_header(const Embedding& embedding) {
  return filled(k_header, values_of(embedding));
}

std::string embedding_source(const Embedding& embedding, BytesView package) {
  auto values = values_of(embedding);
  values.emplace_back("sha256", sha256_hex(package));
  values.emplace_back("size", std::to_string(package.size()));
  return filled(k_source_start, values) + array_text(package) + filled(k_source_end, values);
}

}  // namespace clc
