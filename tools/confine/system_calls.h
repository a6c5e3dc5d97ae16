// Limits on the system calls of a process. Nothing undoes them, and all that the process starts has them, too.
#pragma once

namespace clc {

// True when the running Linux can hold a process to such limits. Only x86_64 and aarch64 are known.
bool can_limit_system_calls();

// Both return false where the running Linux cannot.

// The process may compute, start threads, open files to read them, and use what it has open. It cannot open a file for
// writing, change the file system, start a process or a program, open a socket, or reach another process.
bool only_compute();

enum class Sockets {
  k_none,
  k_listening,  // local ones of the kind that CUDA listens at, which reach no other, and are reached by none
};
// The process cannot open sockets, look into other processes, or ask the kernel for what no compiler needs. It affects
// the calling thread and what that starts, not other threads.
bool no_network(Sockets sockets = Sockets::k_none);

}  // namespace clc
