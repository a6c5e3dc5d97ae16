#include "protocol/file_facts.h"

#include <limits>

#include "catch_all.h"
#include "file_facts_samples.h"

using namespace clc;

namespace {

Bytes encoded(const FileFacts& facts) {
  ByteWriter writer;
  write_fields(facts, writer);
  return writer.take();
}

}  // namespace

TEST_CASE("numbers have one spelling each") {
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, std::uint64_t{1} << 35U,
                                    std::numeric_limits<std::uint64_t>::max()}) {
    ByteWriter writer;
    writer.number(value);
    const Bytes bytes = writer.take();
    ByteReader reader(bytes);
    CHECK(reader.number() == value);
    CHECK(reader.is_done());
    ByteReader cut(BytesView(bytes).substr(1));
    if (bytes.size() == 1) CHECK((cut.number() == 0 && !cut.is_good()));
  }
  for (const Bytes& wrong : {Bytes("\x80\x00", 2), Bytes(10, '\xff'), Bytes(11, '\x80'), Bytes("\x80"), Bytes()}) {
    ByteReader reader(wrong);
    CHECK(reader.number() == 0);
    CHECK_FALSE(reader.is_good());
    CHECK(reader.text().empty());
  }
  ByteReader limited("\x05");
  limited.number(4);
  CHECK_FALSE(limited.is_good());
  ByteReader long_text("\x05 abc");
  CHECK(long_text.text().empty());
  CHECK_FALSE(long_text.is_good());
}

TEST_CASE("file facts give back every field") {
  test::Random random(31);
  for (int i = 0; i < 200; ++i) {
    const FileFacts facts = test::random_file_facts(random);
    const Bytes bytes = encoded(facts);
    ByteReader reader(bytes);
    CHECK(read_fields<FileFacts>(reader) == facts);
    CHECK(reader.is_done());
  }
}

TEST_CASE("damaged file facts are refused or are others") {
  test::Random random(32);
  for (int i = 0; i < 50; ++i) {
    const FileFacts facts = test::random_file_facts(random);
    const Bytes bytes = encoded(facts);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      ByteReader cut(BytesView(bytes).substr(0, at));
      (void)read_fields<FileFacts>(cut);
      CHECK_FALSE(cut.is_done());
      Bytes flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << random.below(8)));
      ByteReader reader(flipped);
      const FileFacts read = read_fields<FileFacts>(reader);
      if (reader.is_done()) CHECK(encoded(read) == flipped);
    }
  }
}
