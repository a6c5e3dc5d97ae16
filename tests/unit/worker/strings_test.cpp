#include "worker/insight/strings/string_finder.h"

#include <algorithm>
#include <memory>

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include "catch_all.h"
#include "worker/insight/strings/spirv_strings.h"

namespace clc::worker {
namespace {

std::vector<EmbeddedString> strings_in(BytesView bytes) {
  StringFinder finder;
  finder.read(bytes, "");
  return finder.strings();
}

bool has(const std::vector<EmbeddedString>& strings, StringKind kind, const std::string& text) {
  return std::any_of(strings.begin(), strings.end(),
                     [&](const EmbeddedString& found) { return found.kind == kind && found.text == text; });
}

Bytes sample_bitcode() {
  llvm::LLVMContext context;
  llvm::Module module("some_file", context);
  llvm::Type* type = llvm::StructType::create(context, {llvm::Type::getInt32Ty(context)}, "struct.Inner");
  new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage, llvm::Constant::getNullValue(type),
                           "first");
  llvm::Constant* text = llvm::ConstantDataArray::getString(context, "said to people");
  new llvm::GlobalVariable(module, text->getType(), true, llvm::GlobalValue::InternalLinkage, text, "second");
  module.getOrInsertNamedMetadata("names")->addOperand(
      llvm::MDNode::get(context, {llvm::MDString::get(context, "one"), llvm::MDString::get(context, "another_one")}));
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream);
  return Bytes(bytes.begin(), bytes.end());
}

constexpr const char* k_ptx =
    "// a remark\n.version 7.8\n.target sm_90\n.visible .entry k(\n.param .u64 k_param_0\n)\n{\n.reg .b32 %r<3>;\n"
    "mov.u32 %r1, table;\n$L_1:\nret;\n}\n.global .align 1 .b8 table[4] = {119, 111, 114, 0x64};\n"
    ".section .debug_str\n{\n.b8 104\n.b8 105,100\n.b8 101\n.b8 0\n}\n.file 1 \"x.cl\"\n";

// Whatever is damaged, what stands before and behind it is still found.
void hides_nothing(const Bytes& bytes) {
  const auto check = [](const Bytes& damaged) {
    const std::vector<EmbeddedString> behind = strings_in(damaged + Bytes("\0left behind\0", 13));
    CHECK(has(behind, StringKind::k_bytes, "left behind"));
    const std::vector<EmbeddedString> before = strings_in(Bytes("put before\0", 11) + damaged);
    CHECK(has(before, StringKind::k_bytes, "put before"));
  };
  for (std::size_t size = 0; size < bytes.size(); ++size) check(bytes.substr(0, size));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const unsigned change : {0xffU, 0x01U, 0x80U}) {
      Bytes changed = bytes;
      changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ change);
      check(changed);
    }
  }
}

}  // namespace

TEST_CASE("names, strings and metadata of bitcode are found, wherever the bitcode lies") {
  for (const Bytes& before : {Bytes(), Bytes("xyz"), Bytes(17, '\0')}) {
    const std::vector<EmbeddedString> strings = strings_in(before + sample_bitcode() + Bytes("more of another kind"));
    CHECK(has(strings, StringKind::k_name, "first"));
    CHECK(has(strings, StringKind::k_name, "second"));
    CHECK(has(strings, StringKind::k_name, "struct.Inner"));
    CHECK(has(strings, StringKind::k_debug, "some_file"));
    CHECK(has(strings, StringKind::k_debug, "one"));
    CHECK(has(strings, StringKind::k_debug, "another_one"));
    CHECK(has(strings, StringKind::k_data, "said to people"));
  }
}

TEST_CASE("PTX is taken apart into comments, names, strings and data") {
  const std::vector<EmbeddedString> strings = strings_in(k_ptx);
  CHECK(has(strings, StringKind::k_comment, "// a remark"));
  CHECK(has(strings, StringKind::k_name, "k_param_0"));
  CHECK(has(strings, StringKind::k_name, "table"));
  CHECK(has(strings, StringKind::k_data, "word"));
  CHECK(has(strings, StringKind::k_debug, "hide"));
  CHECK(has(strings, StringKind::k_debug, "\"x.cl\""));
  CHECK_FALSE(has(strings, StringKind::k_name, "mov"));
  CHECK(has(strings_in("// a remark\n.version 7.8\n// k has been demoted\n"), StringKind::k_comment, "// k "));
}

TEST_CASE("data in PTX of sizes that no number has is read as words, and takes no memory") {
  for (const char* data :
       {".b166 1, 2, 3", ".b80000000000 1, 2, 3", ".b8888888888888888888888 1", ".b816 x[2] = {1, 2}"}) {
    INFO(data);
    const std::string ptx = ".version 7.8\n.target sm_90\n" + std::string(data) + ";\n// a remark\n";
    CHECK(has(strings_in(ptx), StringKind::k_comment, "// a remark"));
  }
}

TEST_CASE("SPIR-V without a whole header has no strings") {
  const Bytes header("\x03\x02\x23\x07\0\0\1\0\0\0\0\0\1\0\0\0", 16);
  for (std::size_t size = 0; size <= header.size(); ++size) {
    StringFinder finder;
    read_spirv_strings(BytesView(header).substr(0, size), "", finder);
    CHECK(finder.strings().empty());
  }
}

TEST_CASE("base64 and hexadecimal digits are decoded") {
  const auto decoded = [](const std::string& text, const std::string& encoding) {
    for (const EmbeddedString& string : strings_in(text)) {
      if (string.where.ends_with(encoding)) return string.text;
    }
    return std::string();
  };
  CHECK(decoded("=dGhlIHNlY3JldCBrZXJuZWw=", "base64") == "the secret kernel");
  CHECK(decoded("dGhlIHNlY3JldCBrZXJuZWxz", "base64") == "the secret kernels");
  CHECK(decoded("dGhlIHNlY3JldCBrZXJuZQ", "base64") == "the secret kerne");
  CHECK(decoded("c2VjcmV0Pz8_Pj4-c2VjcmV0", "base64") == "secret?\?\?>>>secret");  // the alphabet of URLs
  CHECK(decoded("=7468652073656372657420", "hexadecimal") == "the secret ");
  CHECK(decoded("746865207365637265742", "hexadecimal") == "the secret");  // the odd digit is left out
  CHECK(decoded("too.few:dGhlIHNl", "base64").empty());
}

TEST_CASE("damaged binaries hide no text beside them") {
  hides_nothing(sample_bitcode());
  hides_nothing(k_ptx);
  hides_nothing(Bytes("\x03\x02\x23\x07", 4) + Bytes(16, '\0') + Bytes("\x03\x00\x05\x00\x01\x00\x00\x00nam\0", 12) +
                Bytes("\x04\x00\x2b\x00\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00", 16));
  hides_nothing(Bytes("\x7f"
                      "ELF\x02\x01\x01",
                      7) +
                Bytes(80, '\0'));
  hides_nothing(Bytes("\x28\xb5\x2f\xfd\x20\x05\x29\x00\x00hello", 14));
}

}  // namespace clc::worker
