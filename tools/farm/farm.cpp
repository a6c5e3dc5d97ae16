#include "farm/farm.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <thread>
#include <utility>

#include "clc/package/target.h"
#include "farm/whole_request.h"
#include "protocol/builtin_files.h"
#include "protocol/frame_codec.h"

namespace clc::farm {
namespace {

using std::chrono::milliseconds;

// Jobs of one source travel together until they are about as long as what an engine needs for an action of its own.
constexpr std::uint64_t k_action_ms = 300;
constexpr std::size_t k_most_in_action = 16;
constexpr milliseconds k_time_to_end(300);
constexpr unsigned k_most_failures = 3;
constexpr unsigned k_most_lost = 8;

// They need the same files and the same libraries of builtins.
bool can_travel_together(const CompileRequest& a, const CompileRequest& b) {
  return a.sources.front().path == b.sources.front().path && a.sources.front().text == b.sources.front().text &&
         builtin_files(a.target) == builtin_files(b.target);
}

}  // namespace

Farm::Farm(LocalWorker& local, RemoteCompiler* remote, const std::string& why_not, unsigned jobs, unsigned cores)
    : local_(local),
      remote_(remote),
      jobs_(jobs),
      patience_(remote == nullptr ? 0 : remote->settings().race_ms),
      is_server_off_(remote == nullptr) {
  if (remote == nullptr) complain(why_not, true);
  for (unsigned i = 0; i < cores; ++i) std::thread([this] { serve_here(); }).detach();
}

void Farm::take(FarmRequest asked) {
  const std::lock_guard<std::mutex> lock(mutex_);
  auto job = std::make_shared<Job>(Job{std::move(asked)});
  const CompileRequest& request = job->asked.request;
  // Its own judge refused a result.
  if (job->asked.is_for_here) complain("a result was unusable", true);
  if (is_server_off_ || request.dialect || request.only_reads) {
    here_.push_back(std::move(job));
    changed_.notify_all();
    return;
  }
  gathered_.push_back(std::move(job));
}

void Farm::send() {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::shared_ptr<Sent>> actions;
  std::vector<std::uint64_t> expected;
  for (std::shared_ptr<Job>& job : std::exchange(gathered_, {})) {
    const std::uint64_t takes = job->asked.expected_ms;
    std::size_t place = actions.size();
    for (std::size_t i = 0; i < actions.size() && takes != 0; ++i) {
      const bool has_room = expected[i] != 0 && expected[i] + takes <= k_action_ms &&
                            actions[i]->jobs.size() < k_most_in_action &&
                            can_travel_together(actions[i]->jobs.front()->asked.request, job->asked.request);
      if (has_room) place = std::min(place, i);
    }
    if (place == actions.size()) {
      actions.push_back(std::make_shared<Sent>());
      expected.push_back(0);
    }
    expected[place] += takes;
    job->sent = actions[place];
    actions[place]->jobs.push_back(std::move(job));
  }
  for (std::shared_ptr<Sent>& action : actions) {
    to_send_.push_back(std::move(action));
    if (idle_senders_ >= to_send_.size() || senders_ >= jobs_) continue;
    ++senders_;
    std::thread([this] { serve_remote(); }).detach();
  }
  changed_.notify_all();
}

void Farm::end() {
  std::unique_lock<std::mutex> lock(mutex_);
  to_send_.clear();
  for (const std::shared_ptr<Sent>& sent : sent_) sent->call.give_up();
  changed_.wait_for(lock, k_time_to_end, [this] { return sent_.empty(); });
}

// A thread for each action that is at the server.
void Farm::serve_remote() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    ++idle_senders_;
    changed_.wait(lock, [this] { return !to_send_.empty(); });
    --idle_senders_;
    const std::shared_ptr<Sent> sent = std::move(to_send_.front());
    to_send_.pop_front();
    std::erase_if(sent->jobs, [](const std::shared_ptr<Job>& job) { return job->is_begun_here; });
    if (sent->jobs.empty()) continue;
    sent->begin = Clock::now();
    if (is_server_off_) {
      for (const std::shared_ptr<Job>& job : sent->jobs) begin_here(job);
      continue;
    }
    sent_.push_back(sent);
    changed_.notify_all();  // who waits to race it looks at the clock again
    lock.unlock();
    compile_there(sent);
    lock.lock();
    sent_.remove(sent);
    changed_.notify_all();
    for (const std::shared_ptr<Job>& job : sent->jobs) begin_here(job);
  }
}

void Farm::compile_there(const std::shared_ptr<Sent>& sent) {
  Jobs jobs;
  std::vector<CompileRequest> whole;
  std::vector<CompileReply> reads;
  for (const std::shared_ptr<Job>& job : sent->jobs) {
    CompileRequest question = job->asked.request;
    question.only_reads = true;
    CompileReply read = local_.ask(question);
    std::optional<CompileRequest> request = whole_request(job->asked.request, read);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!request) {
      begin_here(job);
      continue;
    }
    whole.push_back(*std::move(request));
    reads.push_back(std::move(read));
    jobs.push_back(job);
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    sent->jobs = jobs;
    for (const std::shared_ptr<Job>& job : jobs) job->server = remote_->name();
  }
  if (!whole.empty()) take_results(*sent, whole, reads, remote_->compile(whole, sent->call));
}

void Farm::take_results(Sent& sent, const std::vector<CompileRequest>& whole, const std::vector<CompileReply>& reads,
                        Result<RemoteResults> results) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto took = std::chrono::duration<double, std::milli>(Clock::now() - sent.begin).count();
  std::string lie = !results && results.error().kind == ErrorKind::k_damaged ? results.error().message : "";
  for (std::size_t i = 0; results && lie.empty() && i < whole.size(); ++i) lie = lie_in(whole[i], results->replies[i]);
  if (!lie.empty()) return complain(lie, true);
  if (!results) {
    if (sent.call.is_given_up()) return;
    return complain(results.error().message, remote_->is_useless() || ++failures_ >= k_most_failures);
  }
  failures_ = 0;
  lost_ = 0;
  mean_ms_ = mean_ms_ == 0 ? took : 0.8 * mean_ms_ + 0.2 * took;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    CompileReply& reply = results->replies[i];
    // This machine compiles again what is wrong with a source, or may be different there.
    if (!can_be_taken(reply, *reads[i].facts)) continue;
    // The server was given the files as texts. They are the ones that were read here.
    reply.facts = reads[i].facts;
    reply.artifact->inputs = reads[i].artifact->inputs;
    reply.encoded.clear();
    answer(*sent.jobs[i], std::move(reply), results->took_ms / whole.size(), true);
  }
}

bool Farm::is_slow(const Sent& sent, Clock::time_point now) const {
  const milliseconds usual(static_cast<std::int64_t>(sent.call.is_executing() ? 3 * mean_ms_ : 0));
  return now - sent.begin >= std::max(patience_, usual);
}

// The newest comes first: the server has the others half done.
std::shared_ptr<Farm::Job> Farm::next_here(Clock::time_point& look_again) {
  while (!here_.empty()) {
    const std::shared_ptr<Job> job = std::move(here_.front());
    here_.pop_front();
    if (!job->is_answered) return job;
  }
  const Clock::time_point now = Clock::now();
  const bool is_any_there = !sent_.empty() || !to_send_.empty();  // the latter move on without a word
  look_again = now + (is_any_there ? milliseconds(50) : std::chrono::hours(1));
  std::vector<std::shared_ptr<Sent>> slow;
  std::copy_if(sent_.rbegin(), sent_.rend(), std::back_inserter(slow),
               [&](const std::shared_ptr<Sent>& sent) { return is_slow(*sent, now); });
  // Nothing moves there.
  if (!slow.empty() && slow.size() == sent_.size()) slow.insert(slow.end(), to_send_.begin(), to_send_.end());
  for (const std::shared_ptr<Sent>& sent : slow) {
    for (const std::shared_ptr<Job>& job : sent->jobs) {
      if (job->is_answered || job->is_begun_here) continue;
      job->is_begun_here = true;
      return job;
    }
  }
  return nullptr;
}

void Farm::serve_here() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    Clock::time_point look_again;
    const std::shared_ptr<Job> job = next_here(look_again);
    if (job == nullptr) {
      changed_.wait_until(lock, look_again);
      continue;
    }
    lock.unlock();
    CompileReply reply = local_.ask(job->asked.request);
    lock.lock();
    answer(*job, std::move(reply), 0, false);
  }
}

void Farm::begin_here(const std::shared_ptr<Job>& job) {
  if (job->is_answered || job->is_begun_here) return;
  job->is_begun_here = true;
  here_.push_back(job);
  changed_.notify_all();
}

void Farm::answer(Job& job, CompileReply reply, std::uint64_t took_ms, bool is_from_server) {
  if (job.is_answered) return;
  job.is_answered = true;
  const bool is_race_lost = !is_from_server && job.sent != nullptr && !job.server.empty() &&
                            std::ranges::find(sent_, job.sent) != sent_.end();
  if (is_race_lost) {
    const bool is_useless = ++lost_ >= k_most_lost;
    if (mean_ms_ == 0 || is_useless) complain("a job takes longer there than here", is_useless);
    const bool is_done =
        std::ranges::all_of(job.sent->jobs, [](const std::shared_ptr<Job>& other) { return other->is_answered; });
    if (is_done) job.sent->call.give_up();
  }
  reply.id = job.asked.request.id;
  FarmReply message{is_from_server ? job.server : "", took_ms, std::exchange(notice_, ""), std::move(reply)};
  if (!write_frame(STDOUT_FILENO, encode_farm_reply(message))) _exit(1);
}

void Farm::complain(const std::string& reason, bool is_useless) {
  is_server_off_ = is_server_off_ || is_useless;
  if (std::exchange(has_complained_, true)) return;
  const std::string name = remote_ == nullptr ? "" : remote_->name() + ": ";
  notice_ = name + reason + (is_useless ? "; jobs are compiled here" : "; such jobs are compiled here");
}

}  // namespace clc::farm
