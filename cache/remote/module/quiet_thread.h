// A thread that takes none of the program's signals.
#pragma once

#include <pthread.h>

#include <csignal>
#include <thread>
#include <utility>

namespace clc::cache {

// Throws std::system_error where no thread can be had.
template <class Call>
std::thread quiet_thread(Call&& call) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  struct Restore {
    const sigset_t& mask;
    ~Restore() { pthread_sigmask(SIG_SETMASK, &mask, nullptr); }
  } restore{before};
  return std::thread(std::forward<Call>(call));
}

}  // namespace clc::cache
