#include "identity/dynamic_linker/elf_image.h"

#include <algorithm>
#include <cstring>

#include "catch_all.h"
#include "clc/base/file.h"
#include "identity/dynamic_linker/ld_so_cache.h"
#include "package_samples.h"
#include "program_tree.h"

using namespace clc;
using clc::test::ProgramTree;

namespace {

Bytes contents(const std::string& built) {
  const Result<Bytes> bytes = read_file(test::ProgramTree::object(built));
  REQUIRE(bytes);
  return *bytes;
}

// Reads bytes as if they were a file, and counts.
struct Memory {
  BytesView bytes;
  std::size_t asked = 0;

  ReadAt reader() {
    return [this](std::uint64_t offset, std::size_t size) {
      asked += size;
      return offset > bytes.size() ? Bytes() : Bytes(bytes.substr(offset, size));
    };
  }
};

// The parts of an ld.so.cache.
struct CacheSample {
  Bytes texts;
  Bytes entries;
  std::uint32_t count = 0;

  static void number(Bytes& into, std::uint64_t value, std::size_t width) {
    into.append(reinterpret_cast<const char*>(&value), width);
  }
  std::uint32_t text(const std::string& text) {
    const auto at = static_cast<std::uint32_t>(texts.size());
    texts += text + '\0';
    return at;
  }
  void add(const std::string& name, const std::string& path, std::uint64_t abilities = 0, std::uint32_t kind = 0x0303) {
    number(entries, kind, 4);
    number(entries, text(name), 4);
    number(entries, text(path), 4);
    number(entries, 0, 4);
    number(entries, abilities, 8);
    ++count;
  }
  // `levels` are what entries with abilities 1 << 62 | index need.
  Bytes file(const std::vector<std::string>& levels) {
    std::vector<std::uint32_t> names;
    for (const std::string& level : levels) names.push_back(text(level));
    const std::size_t at_texts = 48 + entries.size();
    for (std::uint32_t i = 0; i < count; ++i) {
      for (const std::size_t field : {4, 8}) {
        std::uint32_t at = 0;
        std::memcpy(&at, entries.data() + 24 * i + field, 4);
        at += static_cast<std::uint32_t>(at_texts);
        std::memcpy(entries.data() + 24 * i + field, &at, 4);
      }
    }
    while ((at_texts + texts.size()) % 4 != 0) texts += '\0';
    const std::size_t at_extension = at_texts + texts.size();
    Bytes file = "glibc-ld.so.cache1.1";
    number(file, count, 4);
    number(file, texts.size(), 4);
    number(file, 2, 4);
    number(file, at_extension, 4);
    file += Bytes(12, '\0') + entries + texts;
    number(file, 0xeaa42174, 4);
    number(file, 1, 4);
    for (const std::uint64_t field :
         {std::uint64_t{1}, std::uint64_t{0}, std::uint64_t{at_extension + 24}, std::uint64_t{4 * names.size()}}) {
      number(file, field, 4);
    }
    for (const std::uint32_t name : names) number(file, at_texts + name, 4);
    return file;
  }
};

}  // namespace

TEST_CASE("What a library says of itself is read in small pieces") {
  const Bytes library = contents("one/libone.so");
  Memory memory{library};
  const Result<ElfImage> image = read_elf_image(memory.reader());
  REQUIRE(image);
  CHECK(image->soname == "libone.so");
  CHECK(image->needed == std::vector<std::string>{"libtwo.so"});
  CHECK(image->build_id.size() == 40);
  CHECK(image->interpreter.empty());
  CHECK(image->searches_default);
  CHECK(memory.asked < 8192);
  CHECK(read_elf_image(ProgramTree::object("two/libtwo.so"))->build_id !=
        read_elf_image(ProgramTree::object("other_two/libtwo.so"))->build_id);
  CHECK(read_elf_image(ProgramTree::object("plain_two/libtwo.so"))->build_id.empty());
}

TEST_CASE("What a program says of itself tells the old way of naming folders from the new") {
  const Result<ElfImage> newer = read_elf_image(ProgramTree::object("new_tool/tool"));
  const Result<ElfImage> older = read_elf_image(ProgramTree::object("old_tool/tool"));
  REQUIRE(newer);
  REQUIRE(older);
  CHECK(newer->runpath == "$ORIGIN/../../first:$ORIGIN/../../second");
  CHECK(newer->rpath.empty());
  CHECK(older->rpath == newer->runpath);
  CHECK(older->runpath.empty());
  CHECK_FALSE(newer->interpreter.empty());
}

TEST_CASE("What is no ELF file is refused, and what is damaged costs little") {
  CHECK(read_elf_image("/nowhere").error().kind == ErrorKind::k_io);
  Memory script{"#!/bin/sh\nexit 0\n"};
  CHECK(read_elf_image(script.reader()).error().kind == ErrorKind::k_damaged);
  const Bytes whole = contents("one/libone.so");
  // All that matters stands in the first pages.
  const Bytes library = whole.substr(0, std::min<std::size_t>(whole.size(), 16384));
  std::size_t most = 0, refused = 0, read = 0;
  const auto check = [&](const Bytes& bytes) {
    Memory memory{bytes};
    const Result<ElfImage> image = read_elf_image(memory.reader());
    most = std::max(most, memory.asked);
    if (!image) {
      ++refused;
      CHECK(image.error().kind == ErrorKind::k_damaged);
      return;
    }
    ++read;
    // Each text that it tells stands in the file.
    for (const std::string* text : {&image->soname, &image->interpreter, &image->rpath, &image->runpath}) {
      CHECK(bytes.find(*text) != Bytes::npos);
    }
    for (const std::string& text : image->needed) CHECK(bytes.find(text + '\0') != Bytes::npos);
  };
  for (std::size_t size = 0; size < library.size(); ++size) check(library.substr(0, size));
  for (std::size_t at = 0; at < library.size(); ++at) {
    Bytes changed = library;
    changed[at] = static_cast<char>(changed[at] ^ 0xff);
    check(changed);
  }
  test::Random random(7);
  for (int i = 0; i < 5000; ++i) check(test::mutate(library, random));
  CHECK(most < 2'000'000);
  CHECK(refused > 1000);
  CHECK(read > 1000);
}

TEST_CASE("ld.so.cache names the best library for this processor") {
  CacheSample sample;
  sample.add("liba.so.1", "/lib/liba.so.1");
  sample.add("liba.so.1", "/lib/v2/liba.so.1", (std::uint64_t{1} << 62U) | 1U);
  sample.add("liba.so.1", "/lib/v3/liba.so.1", (std::uint64_t{1} << 62U) | 0U);
  sample.add("libb.so.1", "/lib32/libb.so.1", 0, 0x0003);
  sample.add("libb.so.1", "/lib/libb.so.1");
  sample.add("libb.so.1", "/other/libb.so.1");
  sample.add("libc.so.6", "/old/libc.so.6", 4);
  sample.add("libe.so.1", "/lib/v3/libe.so.1", (std::uint64_t{1} << 62U) | 0U);
  const std::vector<CachedLibrary> libraries = read_library_cache(sample.file({"v3", "v2"}));
#if defined(__x86_64__)
  CHECK(find_cached(libraries, "liba.so.1", {"v3", "v2"}) == "/lib/v3/liba.so.1");
  CHECK(find_cached(libraries, "liba.so.1", {"v2"}) == "/lib/v2/liba.so.1");
  CHECK(find_cached(libraries, "liba.so.1", {}) == "/lib/liba.so.1");
  CHECK(find_cached(libraries, "libb.so.1", {"v3"}) == "/lib/libb.so.1");
#endif
  CHECK(find_cached(libraries, "libc.so.6", {"v3"}).empty());
  CHECK(find_cached(libraries, "libe.so.1", {"v2"}).empty());
  CHECK(find_cached(libraries, "libd.so.1", {"v3"}).empty());
}

TEST_CASE("A damaged ld.so.cache gives fewer libraries") {
  CacheSample sample;
  for (int i = 0; i < 20; ++i)
    sample.add("lib" + std::to_string(i), "/lib/" + std::to_string(i), i % 2 ? std::uint64_t{1} << 62U : 0);
  const Bytes file = sample.file({"v3", "v2"});
  test::for_each_damage(file, [](const Bytes& damaged) { CHECK(read_library_cache(damaged).size() <= 20); });
}
