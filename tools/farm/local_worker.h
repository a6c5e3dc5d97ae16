// The compiler of this machine, which several threads ask.
#pragma once

#include <sys/types.h>

#include <future>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "protocol/protocol.h"

namespace clc::farm {

class LocalWorker {
 public:
  // Starts it. It asks to die with the thread that does so.
  LocalWorker(const std::string& program, unsigned processes);
  LocalWorker(const LocalWorker&) = delete;
  LocalWorker& operator=(const LocalWorker&) = delete;

  // Waits for the answer. The process ends when the worker is gone: clc then says how.
  CompileReply ask(const CompileRequest& request);

 private:
  void hear();

  std::mutex writing_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::promise<CompileReply>> asked_;  // and not answered
  std::uint64_t next_id_ = 1;
  int to_worker_ = -1, from_worker_ = -1;
  std::thread reader_;
};

}  // namespace clc::farm
