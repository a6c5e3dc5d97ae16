#include "protocol/source_tokens.h"

#include "catch_all.h"
#include "protocol/fitting_variants.h"
#include "survives_damage.h"

using namespace clc;

namespace {

Bytes sample_tokens() {
  SourceTokenWriter writer;
  writer.add(SourceTokenKind::k_other, 2, "");
  writer.add(SourceTokenKind::k_other, 300, "");
  writer.add(SourceTokenKind::k_name, 4, "name");
  writer.add(SourceTokenKind::k_comment, 9, "");
  writer.add(SourceTokenKind::k_header, 5, "a.h");
  writer.add(SourceTokenKind::k_other, 1, "");
  return writer.take();
}

}  // namespace

TEST_CASE("the tokens of sources come back as they were written") {
  const Bytes bytes = sample_tokens();
  SourceTokenReader reader(bytes);
  std::vector<std::string> found;
  while (const std::optional<SourceToken> token = reader.next())
    found.push_back(std::to_string(static_cast<int>(token->kind)) + " " + std::to_string(token->size) + " " +
                    token->text);
  CHECK(reader.is_done());
  CHECK(found == std::vector<std::string>{"0 302 ", "2 4 name", "1 9 ", "5 5 a.h", "0 1 "});
}

TEST_CASE("damaged tokens of sources end where the damage is") {
  const Bytes bytes = sample_tokens();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    SourceTokenReader reader(BytesView(bytes).substr(0, size));
    std::size_t count = 0;
    while (reader.next()) ++count;
    CHECK(count < 5);
  }
  SourceTokenReader unknown("\x06\x01");
  CHECK_FALSE(unknown.next());
  CHECK_FALSE(unknown.is_done());
}

TEST_CASE("damaged requests for tokens, lists of tokens and lists of variants that fit are refused") {
  survives_damage(encode_tokens_request({true, {"text", "", "more"}}), decode_tokens_request, encode_tokens_request);
  survives_damage(encode_tokens_reply({sample_tokens(), ""}), decode_tokens_reply, encode_tokens_reply);
  survives_damage(encode_fitting_variants({{1, 300, 0, "device", "platform"}, {0, 0, 2, "", ""}}),
                  decode_fitting_variants, encode_fitting_variants);
}
