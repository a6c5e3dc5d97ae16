#include "worker/frontend/source_tokens.h"

#include "catch_all.h"
#include "protocol/source_tokens.h"

namespace clc::worker {
namespace {

using Words = std::vector<std::string>;

// The tokens but for k_other: "name x", "comment /* c */". Whatever the source, they are as long as it is.
Words words_of(const std::string& source, bool is_cpp = false) {
  constexpr const char* k_kinds[] = {"other", "comment", "name", "macro", "string", "header"};
  const Bytes tokens = tokens_of(source, is_cpp);
  SourceTokenReader reader(tokens);
  Words words;
  std::uint64_t at = 0;
  while (const std::optional<SourceToken> token = reader.next()) {
    REQUIRE(token->size <= source.size() - at);
    const std::string text = token->kind == SourceTokenKind::k_comment ? source.substr(at, token->size) : token->text;
    const char* const kind = k_kinds[static_cast<std::size_t>(token->kind)];
    if (token->kind != SourceTokenKind::k_other) words.push_back(kind + (" " + text));
    at += token->size;
  }
  CHECK(reader.is_done());
  CHECK(at == source.size());
  return words;
}

TEST_CASE("sources are taken apart as Clang does it") {
  CHECK(words_of("").empty());
  CHECK(words_of("int a = 0x1p3f + b2 - 2b; // end") == Words{"name int", "name a", "name b2", "comment // end"});
  CHECK(words_of("\xef\xbb\xbf#define A") == Words{"macro A"});
  CHECK(words_of("a /* \"x\" */ \"/* y */\" '\"' b") ==
        Words{"name a", "comment /* \"x\" */", "string /* y */", "name b"});
  CHECK(words_of("#define JOIN(x) pre_##x\nJOIN(fix)") ==
        Words{"macro JOIN", "name x", "name pre_", "name x", "name JOIN", "name fix"});
}

TEST_CASE("names in sources are what they are to the compiler") {
  CHECK(words_of("hid\\\nden \\\n one/**/two") == Words{"name hidden", "name one", "comment /**/", "name two"});
  CHECK(words_of("hid\\\r\nden a?\?/\nb") == Words{"name hidden", "name ab"});  // a trigraph's line splice
  CHECK(words_of("gr\xc3\xb6\xc3\x9f"
                 "e gr\\u00f6sse a$b") == Words{"name gr\xc3\xb6\xc3\x9f"
                                                "e",
                                                "name gr\xc3\xb6sse", "name a$b"});
  CHECK(words_of(std::string("a\0b\xff"
                             "c",
                             5)) == Words{"name a", "name b", "name c"});
}

TEST_CASE("strings in sources are what they are to the compiler") {
  CHECK(words_of(R"("a\x62\143\n\"\u00f6" "d")") == Words{"string abc\n\"\xc3\xb6", "string d"});
  CHECK(words_of("\"a\\\nb\"") == Words{"string ab"});
  CHECK(words_of("L\"wide\\x41\" u8\"x\"") == Words{"string wide\\x41", "name u8", "string x"});
  CHECK(words_of("\"does not end\nname") == Words{"string does not end", "name name"});
  CHECK(words_of("it's not a character\nname") == Words{"name it", "name name"});
  CHECK(words_of("\"wrong \\q escape \\x\"").size() == 1);
  CHECK(words_of("R\"x(a\n\"b)x\" c", true) == Words{"string a\n\"b", "name c"});
  CHECK(words_of("R\"x(a)x\" c") == Words{"name R", "string x(a)x", "name c"});
}

TEST_CASE("comments of sources end where the compiler sees their end") {
  CHECK(words_of("// a \\\n b\nc") == Words{"comment // a \\\n b", "name c"});
  CHECK(words_of("// a \?\?/\n b\nc") == Words{"comment // a \?\?/\n b", "name c"});
  CHECK(words_of("// a\r\nc\rd // e\rf") == Words{"comment // a", "name c", "name d", "comment // e", "name f"});
  CHECK(words_of("/\\\n* a *\\\n/ b") == Words{"comment /\\\n* a *\\\n/", "name b"});
  CHECK(words_of("a /* no end \"b\" ") == Words{"name a", "comment /* no end \"b\" "});
}

TEST_CASE("directives of sources are known however they are spelled") {
  CHECK(words_of("#include <a b.h>\n#include \"c\\d.h\"\n") == Words{"header a b.h", "header c\\d.h"});
  CHECK(words_of(" /* x */ # /* y */ inc\\\nlude /* z */ <it's.h> // w\n") ==
        Words{"comment /* x */", "comment /* y */", "comment /* z */", "header it's.h", "comment // w"});
  CHECK(words_of("%:define A\n?\?=include <t.h>\n%:include_next <d.h>") ==
        Words{"macro A", "header t.h", "header d.h"});
  CHECK(words_of("#include HEADER\n#include\n#include <no end\nx") ==
        Words{"name HEADER", "name no", "name end", "name x"});
  CHECK(words_of("#pragma unroll FOUR\n#define\\\n B C\n#undef B\n#if defined(D)\n") ==
        Words{"macro B", "name C", "name B", "name defined", "name D"});
  CHECK(words_of("a # define B\n/*\n*/ # define C\n") ==
        Words{"name a", "name define", "name B", "comment /*\n*/", "macro C"});
  CHECK(words_of("#error don't say \"it\nx") == Words{"name don", "name x"});
}

TEST_CASE("long and deep sources have their tokens, too") {
  constexpr std::size_t k_much = 1 << 20;
  CHECK(words_of(std::string(k_much, 'a')).size() == 1);
  CHECK(words_of(std::string(k_much, '(')).empty());
  CHECK(words_of(std::string(k_much, '"') + "\n").size() == k_much / 2);
  CHECK(words_of(std::string(k_much, '\0')).empty());
  std::string splices;  // Clang's lexer calls itself for each
  for (std::size_t i = 0; i < 4096; ++i) splices += "\\\n";
  CHECK(words_of("a" + splices + "b") == Words{"name ab"});
  CHECK(words_of("//" + splices).size() == 1);
  CHECK(words_of("\"" + splices + "b\"") == Words{"string b"});
}

}  // namespace
}  // namespace clc::worker
