// The layer as a user turned it on with `clc layer`: for which programs, and what it did for each. A folder of the user
// holds both; the layer finds it by CLC_LAYER_USER.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc::layer {

struct UserLayer {
  bool is_for_all = false;
  std::map<std::string, bool> programs;  // on or off for these, whatever it is for all others

  bool is_on_for(const std::string& program) const;
};

// The error is k_unavailable when the layer is not turned on.
Result<UserLayer> read_user_layer(const std::string& folder);
Result<void> write_user_layer(const std::string& folder, const UserLayer& layer);

// The work of the layer for a program, in one process or in all.
struct ProgramUse {
  std::string program;
  std::uint64_t processes = 0, hits = 0, misses = 0, nanoseconds_saved = 0;
  std::uint64_t bytes = 0;  // of the entries that it brought into the cache
};

// Adds to what the folder has of the program. Whatever prevents that is no error: it must not disturb the program.
void add_use(const std::string& folder, const ProgramUse& use);
// Reads what the folder has of all programs, in the order of their names.
std::vector<ProgramUse> read_uses(const std::string& folder);
// Removes all that these functions wrote, and the folder.
Result<void> remove_user_layer(const std::string& folder);

// Returns true for what name_of_program() can give.
bool is_program_name(const std::string& name);
// True for a program that runs scripts, which have names of their own: "python3", "perl".
bool is_interpreter(const std::string& name);
// Returns the name by which users know a program: that of its file, or of the script that an interpreter runs. `words`
// is the command line.
std::string name_of_program(const std::string& file, const std::vector<std::string>& words);
std::string name_of_this_program();

}  // namespace clc::layer
