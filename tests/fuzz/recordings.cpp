// Files of the layer: descriptions of programs and runs in a recording, summaries of processes, what a user turned on,
// values of constants. The first byte chooses the file.
#include "base/text.h"
#include "clc/base/file.h"
#include "fuzz.h"
#include "recording/recorded_series.h"
#include "recording/recording.h"
#include "recording/spirv_constants.h"
#include "recording/summary_file.h"
#include "recording/user_layer.h"
#include "temporary_folder.h"

using namespace clc;

namespace {

void read_series(BytesView input) {
  Recording recording;
  for (const std::string_view text : split(input, "\n--\n")) {
    RecordedProgram program;
    program.name = std::to_string(recording.programs.size());
    program.text.source = text;
    program.text.options = std::string(text.substr(0, text.find('\n')));
    recording.programs.push_back(std::move(program));
  }
  std::size_t programs = 0;
  for (const RecordedSeries& one : series_of(recording)) programs += one.programs.size();
  fuzz::require(programs == recording.programs.size());
}

void read_user_folder(BytesView input) {
  static const test::TemporaryFolder folder;
  fuzz::require(layer::write_user_layer(folder.path(), {}).has_value());
  fuzz::require(write_file_atomically(folder / "programs", input).has_value());
  fuzz::require(write_file_atomically(folder / "uses/used", input).has_value());
  const Result<layer::UserLayer> settings = layer::read_user_layer(folder.path());
  fuzz::require(settings.has_value());
  static_cast<void>(layer::read_uses(folder.path()));
  layer::add_use(folder.path(), {"used", 1, 2, 3, 4, 5});
  const std::vector<layer::ProgramUse> uses = layer::read_uses(folder.path());
  fuzz::require(uses.size() == 1 && uses.front().program == "used");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  switch (fuzz::take_choice(input) % 6) {
    case 0:
      fuzz::same_again(decode_program(input), encode_program, decode_program);
      break;
    case 1:
      fuzz::same_again(decode_run(input), encode_run, decode_run);
      break;
    case 2:
      if (Result<ProcessSummary> summary = decode_process_summary(input)) {
        static_cast<void>(encode_run_summary({{"clc"}, 0, 0, {*std::move(summary)}}));
      }
      break;
    case 3:
      read_series(input);
      break;
    case 4:
      if (const std::optional<SpirvConstant> constant = spirv_constant(input)) {
        const std::string option = specialize_option(
            constant->id, BytesView(reinterpret_cast<const char*>(&constant->bits), sizeof constant->bits));
        const auto again = spirv_constant(BytesView(option).substr(k_specialize_option.size()));
        fuzz::require(again && again->id == constant->id && again->bits == constant->bits);
      }
      break;
    default:
      read_user_folder(input);
  }
  return 0;
}
