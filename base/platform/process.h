// This process, and what the system does for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace clc::platform {

std::uint64_t process_id();
// The words of the command line; none when the system does not give them.
std::vector<std::string> command_of_this_process();
// Calls `visit` for each entry of the environment, "NAME=value".
void visit_environment(const std::function<void(const char* entry)>& visit);
// Sets a variable, for what is loaded and read from now on; null removes it. No other thread may read one meanwhile.
void set_variable(const char* name, const char* value);
// Has rights that its user lacks (set-user-ID), so that the user's variables must not lead it.
bool is_privileged();
// The thread with which the process began. False where nobody can tell.
bool is_main_thread();
// Starts a thread that is never awaited and gets none of the application's signals. False: there is none to be had.
bool start_thread(std::function<void()> work);
// Says whether other threads still run, and let go what they hold, when functions of a library run by atexit. (Windows
// ends them before.)
bool has_threads_at_exit();
// 0 where there is none to be had without waiting.
std::uint32_t random_number();
bool is_terminal(int stream);
// 0: it is no terminal, or nobody can tell.
unsigned terminal_columns(int stream);
// Says whether nobody reads any more what is written to a pipe.
bool is_reader_gone(int stream);
// Lets the terminal take UTF-8 and colours until the process ends.
void prepare_terminal();
// The words behind the program's name, in UTF-8, of what main() was given.
std::vector<std::string> words_of_main(int argc, char** argv);
// Overwrites a secret; no compiler leaves it out.
void wipe(void* secret, std::size_t size);

}  // namespace clc::platform
