// Decides where each job is compiled. Jobs go to the server, several short ones of one source together; this machine
// takes what the server cannot do, and what waits too long there. The first answer counts.
#pragma once

#include <condition_variable>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "farm/local_worker.h"
#include "farm/remote_compiler.h"
#include "protocol/farm/farm_protocol.h"

namespace clc::farm {

class Farm {
 public:
  // `remote`: null where `why_not` says why there is none. `jobs` at a time are at the server, `cores` here.
  Farm(LocalWorker& local, RemoteCompiler* remote, const std::string& why_not, unsigned jobs, unsigned cores);

  // Takes what clc asks. Jobs that came together are sent by send().
  void take(FarmRequest asked);
  void send();
  // Nobody wants the answers any more: tells the server, within a short time.
  void end();

 private:
  using Clock = cache::Clock;
  struct Sent;
  struct Job {
    FarmRequest asked;
    std::string server = {};  // empty: it was not sent
    bool is_begun_here = false, is_answered = false;
    std::shared_ptr<Sent> sent = nullptr;
  };
  // An action at the server.
  struct Sent {
    std::vector<std::shared_ptr<Job>> jobs;
    Clock::time_point begin = Clock::now();
    RemoteCall call;
  };
  using Jobs = std::vector<std::shared_ptr<Job>>;

  void serve_remote();
  void serve_here();
  void compile_there(const std::shared_ptr<Sent>& sent);
  void take_results(Sent& sent, const std::vector<CompileRequest>& whole, const std::vector<CompileReply>& reads,
                    Result<RemoteResults> results);
  // A job for this machine, and how long to wait for the next one where there is none.
  std::shared_ptr<Job> next_here(Clock::time_point& look_again);
  bool is_slow(const Sent& sent, Clock::time_point now) const;
  void begin_here(const std::shared_ptr<Job>& job);
  void answer(Job& job, CompileReply reply, std::uint64_t took_ms, bool is_from_server);
  void complain(const std::string& reason, bool is_useless);

  LocalWorker& local_;
  RemoteCompiler* remote_;
  unsigned jobs_;
  std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Jobs gathered_;  // to be sent together
  std::deque<std::shared_ptr<Sent>> to_send_;
  std::list<std::shared_ptr<Sent>> sent_;  // and not answered
  std::deque<std::shared_ptr<Job>> here_;  // for this machine
  unsigned senders_ = 0, idle_senders_ = 0;
  unsigned failures_ = 0;  // in a row
  unsigned lost_ = 0;      // races in a row that this machine won
  double mean_ms_ = 0;     // of what the server did
  bool is_server_off_ = false, has_complained_ = false;
  std::string notice_;  // not yet told
};

}  // namespace clc::farm
