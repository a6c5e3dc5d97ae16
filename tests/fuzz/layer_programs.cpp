// Programs of applications, whose options and source the layer reads, and what its cache keeps of one. The first byte
// chooses.
#include "fuzz.h"
#include "program/kept_program.h"
#include "program/option_reader.h"
#include "program/plain_source.h"

using namespace clc;

namespace {

void read_words(BytesView options) {
  std::size_t end = 0;
  for (const layer::OptionWord& word : layer::read_option_words(options)) {
    fuzz::require(end <= word.begin && word.begin <= word.end && word.end <= options.size());
    end = word.end;
  }
  layer::PlainSource source;
  for (const std::string& definition : layer::read_options(options).definitions) source.read_definition(definition);
  static_cast<void>(layer::are_standard_options(options));
  static_cast<void>(layer::options_without_folders(options, "/w"));
}

void read_source(BytesView text) {
  layer::PlainSource source;
  const bool reads_nothing = source.reads_nothing(text);
  fuzz::require(source.read_text(text).empty() || !reads_nothing);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  const unsigned choice = fuzz::take_choice(input) % 3;
  if (choice == 0) {
    read_words(input);
  } else if (choice == 1) {
    read_source(input);
  } else {
    fuzz::same_again(layer::decode_kept_program(Bytes(input)), layer::encode_kept_program, layer::decode_kept_program);
  }
  return 0;
}
