// clc layer: turns the OpenCL layer on and off for a user, and says what it did for which program.
#include <algorithm>
#include <functional>
#include <ranges>

#include "base/environment_help.h"
#include "base/environment_variable.h"
#include "base/platform/files.h"
#include "base/text.h"
#include "base/try.h"
#include "commands/commands.h"
#include "commands/layer/session_environment.h"
#include "commands/layer/user_layer_files.h"
#include "support/command_line.h"
#include "support/shell_word.h"
#include "support/standard_streams.h"
#include "toolchain/opencl_layer.h"

namespace clc {
namespace {

using layer::UserLayer;

Result<void> check_names(const std::vector<std::string>& programs) {
  const auto interpreter = std::ranges::find_if(programs, layer::is_interpreter);
  if (interpreter != programs.end())
    return fail(ErrorKind::k_usage,
                *interpreter + " runs programs that have names of their own: name the script, such as app.py");
  const auto wrong = std::ranges::find_if_not(programs, layer::is_program_name);
  if (wrong == programs.end()) return {};
  return fail(ErrorKind::k_usage,
              "'" + *wrong + "' is no name of a program: give that of its file, without folders, as in `hashcat`");
}

// Returns the state of now; everything is off where nothing was turned on.
UserLayer layer_of_now(const UserLayerPlaces& places) {
  return layer::read_user_layer(places.folder).value_or(UserLayer());
}

bool is_off_for_all(const UserLayer& layer) {
  return !layer.is_for_all && std::ranges::none_of(layer.programs | std::views::values, std::identity());
}

std::string state_text(const UserLayer& layer) {
  if (is_off_for_all(layer)) return "the layer is off\n";
  std::string names;
  for (const auto& [name, is_on] : layer.programs) {
    if (is_on != layer.is_for_all) names += (names.empty() ? "" : ", ") + name;
  }
  if (!layer.is_for_all) return "the layer is on for " + names + "\n";
  return "the layer is on for all programs" + (names.empty() ? "" : " but " + names) + "\n";
}

Result<void> remove_all(const UserLayerPlaces& places) {
  CLC_TRY(take_out_of_sessions(places));
  CLC_TRY(layer::remove_user_layer(places.folder));
  remove_empty_folders(folder_of(places.folder));
  return {};
}

// Returns the path of the layer that sessions get, if it is not there any more.
std::string missing_library(const UserLayerPlaces& places) {
  const std::string path = library_of_sessions(places);
  return path.empty() || platform::find(path) == 0 ? "" : path;
}

bool is_in_this_session(const UserLayerPlaces& places) {
  return environment_variable("CLC_LAYER_USER") == places.folder && !environment_variable("OPENCL_LAYERS").empty();
}

Result<int> turn_on(const UserLayerPlaces& places, const std::vector<std::string>& programs, bool quiet) {
  CLC_TRY(check_names(programs));
  UserLayer layer = layer_of_now(places);
  if (programs.empty()) {
    layer.is_for_all = true;
    std::erase_if(layer.programs, [](const auto& program) { return program.second; });
  }
  for (const std::string& name : programs) {
    if (layer.is_for_all && layer.is_on_for(name)) {
      return fail(ErrorKind::k_usage,
                  "the layer is on for all programs: `clc layer off` comes first, and then `clc layer on " +
                      shell_word(name) + "` turns it on for " + name + " alone");
    }
    layer.programs.erase(name);
    if (!layer.is_for_all) layer.programs[name] = true;
  }
  const std::string library = CLC_TRY(find_opencl_layer());
  CLC_TRY(bring_into_sessions(places, library));
  CLC_TRY(layer::write_user_layer(places.folder, layer));
  const std::string more = is_in_this_session(places) ? "" : session_advice(places);
  return code_after(print_shown(quiet ? "" : state_text(layer) + more));
}

Result<int> turn_off(const UserLayerPlaces& places, const std::vector<std::string>& programs, bool quiet) {
  CLC_TRY(check_names(programs));
  UserLayer layer = layer_of_now(places);
  for (const std::string& name : programs) {
    if (layer.is_on_for(name)) continue;
    return fail(ErrorKind::k_usage,
                "the layer is not on for " + name + ": `clc layer status` says for which programs it is");
  }
  if (programs.empty()) layer = UserLayer();
  for (const std::string& name : programs) {
    layer.programs.erase(name);
    if (layer.is_for_all) layer.programs[name] = false;
  }
  CLC_TRY(is_off_for_all(layer) ? remove_all(places) : layer::write_user_layer(places.folder, layer));
  return code_after(print_shown(quiet ? "" : state_text(layer)));
}

Result<int> show(const UserLayerPlaces& places, bool json, Sink& sink) {
  const UserLayer layer = layer_of_now(places);
  const bool is_on = !is_off_for_all(layer);
  const std::vector<layer::ProgramUse> uses = layer::read_uses(places.folder);
  if (const std::string path = is_on ? missing_library(places) : ""; !path.empty())
    sink.message(Severity::k_warning, path + " is not there any more: `clc layer on` writes where it is now");
  std::string text = state_text(layer);
  if (json) {
    JsonWriter writer(2);
    writer.begin_object().put("on", is_on, "for_all", layer.is_for_all);
    writer.key("programs").members(layer.programs).key("in_this_session").value(is_on && is_in_this_session(places));
    add_uses(writer.key("uses"), uses);
    text = writer.end_object().text() + "\n";
  } else if (is_on) {
    if (!is_in_this_session(places)) text += "this session began without it, or leaves it out\n";
    text += uses.empty()
                ? "no program has used it yet; the first run of each fills the cache, which takes longer than without\n"
                : uses_text(uses);
  }
  return code_after(print_shown(text));
}

}  // namespace

Result<int> layer_command(const std::vector<std::string>& arguments, Sink& sink) {
  bool json = false, quiet = false;
  std::vector<std::string> programs;
  const CommandLine line(
      "Turns the OpenCL layer on for your programs, which then share one cache for what their drivers compile.",
      "clc layer");
  const CommandLine on = line.add_command("on", "turns it on for all programs, or for those that are named");
  on.add("PROGRAM", programs, "the name of a program's file, or of a script");
  add_quiet_option(on, quiet);
  const CommandLine off = line.add_command("off", "leaves programs out; without names turns it off and removes all");
  off.add("PROGRAM", programs, "the name of a program's file, or of a script");
  add_quiet_option(off, quiet);
  const CommandLine status = line.add_command("status", "shows for which programs it is on, and what it did for each");
  add_format_option(status, json);
  line.footer("Examples:\n  clc layer on\n  clc layer off hashcat\n  clc layer status\n" +
              environment_help({Reads::k_layer}));
  if (!CLC_TRY(line.parse(arguments))) return 0;
  const UserLayerPlaces places = CLC_TRY(user_layer_places());
  if (on.is_given()) return turn_on(places, programs, quiet);
  if (off.is_given()) return turn_off(places, programs, quiet);
  return show(places, json, sink);
}

}  // namespace clc
