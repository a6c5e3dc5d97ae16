#include "serve/serve_session.h"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/json_writer.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/package/target.h"
#include "plan/plan.h"
#include "protocol/source_roots.h"
#include "support/interrupt_signals.h"
#include "support/interrupts.h"
#include "toolchain/availability.h"

namespace clc {
namespace {

// Programs save a file in several steps. It is compiled when nothing has happened for k_quiet, or after k_patience.
constexpr std::chrono::milliseconds k_quiet{8};
constexpr std::chrono::milliseconds k_patience{100};

// Compilations that nobody waits for must not delay those that somebody waits for.
constexpr std::uint32_t k_background_seconds = 10;

constexpr const char* k_repository = ".git";

std::string value_of(const PendingRequest& request, const char* name) {
  const auto at = request.path.query.find(name);
  return at == request.path.query.end() ? "" : at->second;
}

}  // namespace

ServeSession::ServeSession(const CompileArguments& arguments, const KernelFolder& folder, KernelCompiler& compiler,
                           FolderWatch& watch, HttpServer& server, Sink& sink)
    : arguments_(arguments),
      folder_(folder),
      compiler_(compiler),
      watch_(watch),
      server_(server),
      sink_(sink),
      kernels_(folder),
      targets_(arguments.targets) {
  for (const std::string& section : arguments.sections) request_ = analysis_request(section).value_or(request_);
}

Result<void> ServeSession::run() {
  CLC_TRY(kernels_.look(watch_));
  find_repository();
  while (caught_interrupt() == 0) {
    CLC_TRY(take_changes());
    handle_requests();
    answer_those_that_can_be();
    const std::optional<Work> work = next_work();
    if (!work) {
      compiler_.rest();
      wait();
    } else if (work->is_committed) {
      compile_committed(work->view);
    } else {
      compile_now(work->view, work->is_wanted);
    }
  }
  return {};
}

// Waits for both descriptors, and for signals, which are let in only here.
void ServeSession::wait() {
  pollfd events[] = {{watch_.descriptor(), POLLIN, 0}, {server_.descriptor(), POLLIN, 0}};
  const sigset_t mask = wait_mask();
  if (caught_interrupt() == 0) ppoll(events, 2, nullptr, &mask);
}

void ServeSession::settle() {
  const auto end = std::chrono::steady_clock::now() + k_patience;
  while (std::chrono::steady_clock::now() < end && caught_interrupt() == 0) {
    pollfd event{watch_.descriptor(), POLLIN, 0};
    const timespec timeout{0, std::chrono::nanoseconds(k_quiet).count()};
    const sigset_t mask = wait_mask();
    if (ppoll(&event, 1, &timeout, &mask) <= 0) return;
    watch_.read_changes(changes_);
  }
}

Result<void> ServeSession::take_changes() {
  watch_.read_changes(changes_);
  if (!changes_.any()) return {};
  settle();
  const FolderChanges changes = std::exchange(changes_, {});
  std::error_code error;
  if (changes.is_gone || !std::filesystem::is_directory(folder_.path(), error))
    return fail(ErrorKind::k_io, folder_.spelled() + ": the folder is gone");
  bool is_other = false;
  if (kernels_.need_look(changes)) is_other = CLC_TRY(kernels_.look(watch_));
  kernels_.note(changes);
  note_commits(changes);
  if (is_other) server_.send_event("{\"files\":true}");
  return {};
}

void ServeSession::find_repository() {
  commits_ = LastCommit::find(folder_.path(), arguments_.tools);
  find_commit();
}

// Notes changes of the repository. It may come and go while the server runs, and begins as a folder that git does not
// know yet.
void ServeSession::note_commits(const FolderChanges& changes) {
  const std::string own = join_path(folder_.path(), k_repository);
  const std::vector<std::string> places = commits_ ? commits_->places() : std::vector<std::string>{own};
  bool is_other = false, is_touched = false;
  for (const std::string& path : changes.files) {
    is_other = is_other || path == own;
    is_touched = is_touched || std::ranges::find(places, folder_of(path)) != places.end();
  }
  if (is_other) static_cast<void>(watch_.add(own));
  if (is_other || (is_touched && !commits_)) {
    find_repository();
  } else if (is_touched) {
    find_commit();
  }
}

void ServeSession::find_commit() {
  if (commits_) {
    // Where a place cannot be watched, another commit is seen only when the server is started again.
    for (const std::string& place : commits_->places()) static_cast<void>(watch_.add(place));
  }
  const std::string now = commits_ ? commits_->id() : "";
  if (now == commit_) return;
  commit_ = now;
  for (auto& [name, file] : kernels_.files()) {
    for (auto& [target, kernel] : file.targets) kernel.committed = {};
  }
  server_.send_event("{\"commit\":true}");
}

void ServeSession::handle_requests() {
  for (const std::string& note : server_.take_notes()) sink_.message(Severity::k_note, note);
  for (const PendingRequest& request : server_.take_pending_requests()) handle(request);
}

void ServeSession::handle(const PendingRequest& request) {
  HttpResponse answer;
  answer.type = "application/json";
  const std::string& name = request.path.name;
  if (name.empty() || name == "view") return handle_view(request, name.empty());
  if (name == "files") {
    // A repository above the folder is not watched for.
    if (!commits_) find_repository();
    answer.body = list_json();
  } else if (name == "targets") {
    answer.body = targets_json();
  } else {
    return refuse(request.connection, "there is no such page");
  }
  server_.answer(request.connection, std::move(answer));
}

void ServeSession::refuse(std::uint64_t connection, const std::string& text) {
  HttpResponse answer;
  answer.status = 404;
  answer.body = text + "\n";
  server_.answer(connection, std::move(answer));
}

void ServeSession::handle_view(const PendingRequest& request, bool wants_page) {
  Waiting waiting{request.connection, {value_of(request, "file"), value_of(request, "target")}, false, wants_page};
  waiting.with_committed = value_of(request, "commit") == "1";
  LiveView& view = waiting.view;
  // The page itself shows something whatever its address says.
  const bool is_there = kernels_.has(view.file);
  if (!is_there && !view.file.empty() && !wants_page) return refuse(request.connection, "there is no such kernel file");
  if (!is_there) view.file = kernels_.files().empty() ? "" : kernels_.files().begin()->first;
  if (view.target.empty()) view.target = targets_.front();
  const Result<Target> target = parse_target(view.target);
  if (!target && !wants_page) return refuse(request.connection, target.error().message);
  view.target = target ? target->name() : targets_.front();
  if (!view.file.empty()) kernels_.ask(view.file, view.target);
  waiting_.push_back(std::move(waiting));
}

bool ServeSession::is_ready(const Waiting& waiting) {
  if (!kernels_.has(waiting.view.file)) return true;
  const LiveKernel& kernel = kernels_.files()[waiting.view.file].targets[waiting.view.target];
  return kernel.is_fresh && (!waiting.with_committed || commit_.empty() || kernel.committed.commit == commit_);
}

void ServeSession::answer_those_that_can_be() {
  std::vector<Waiting> left;
  for (Waiting& waiting : std::exchange(waiting_, {})) {
    if (is_ready(waiting)) {
      answer(waiting);
    } else {
      left.push_back(std::move(waiting));
    }
  }
  waiting_ = std::move(left);
}

void ServeSession::answer(const Waiting& waiting) {
  const LiveView& view = waiting.view;
  if (!kernels_.has(view.file) && !view.file.empty()) return refuse(waiting.connection, "the kernel file is gone");
  const LiveKernel* kernel = view.file.empty() ? nullptr : &kernels_.files()[view.file].targets[view.target];
  const ReportPage page = live_page(folder_, view, kernel, waiting.with_committed, request_, arguments_.tools);
  HttpResponse answer;
  if (waiting.wants_page) {
    answer.type = "text/html; charset=utf-8";
    answer.body = live_page_html(page);
    answer.policy = policy_of(answer.body);
  } else {
    answer.type = "application/json";
    answer.body = live_view_json(view, kernel, page);
  }
  server_.answer(waiting.connection, std::move(answer));
}

// Chooses first what pages show, then what they want to compare it with, then all others, so that the list of files can
// say which of them compile.
std::optional<ServeSession::Work> ServeSession::next_work() {
  for (const Waiting& waiting : waiting_) {
    if (!kernels_.has(waiting.view.file)) continue;
    const LiveKernel& kernel = kernels_.files()[waiting.view.file].targets[waiting.view.target];
    return Work{waiting.view, kernel.is_fresh};
  }
  if (const auto stale = kernels_.stale()) return Work{{stale->first, stale->second}};
  if (const auto unknown = kernels_.unknown(targets_.front())) return Work{{*unknown, targets_.front()}, false, false};
  return std::nullopt;
}

Result<CompiledKernel> ServeSession::compile(const LiveView& view, std::vector<GivenFile> given) {
  KeptWorker& worker = compiler_.worker();
  worker.watched = watch_.descriptor();
  worker.is_still_wanted = [&] {
    watch_.read_changes(changes_);
    return !kernels_.is_read_by(changes_, view.file);
  };
  return compiler_.compile(folder_.spelled(view.file), view.target, std::move(given));
}

void ServeSession::compile_now(const LiveView& view, bool is_wanted) {
  const auto begin = std::chrono::steady_clock::now();
  compiler_.limit_time(is_wanted ? arguments_.limits.time_s : std::min(arguments_.limits.time_s, k_background_seconds));
  Result<CompiledKernel> compiled = compile(view, {});
  if (!compiled) {
    // After an interrupt, or when the file was saved again, what has begun is of no use.
    if (caught_interrupt() != 0 || kernels_.is_read_by(changes_, view.file)) return;
    CompiledKernel failed;
    failed.failure = compiled.error().message;
    compiled = std::move(failed);
  }
  kernels_.take_compiled(view.file, view.target, *std::move(compiled), watch_);
  answer_those_that_can_be();
  send_view(view);
  if (!arguments_.verbose) return;
  const auto took = std::chrono::steady_clock::now() - begin;
  sink_.message(Severity::k_note,
                view.file + " for " + view.target + ": " +
                    duration_text(static_cast<std::uint64_t>(std::chrono::nanoseconds(took).count())));
}

// Compiles the file with the text that it had at the last commit, and the headers with theirs.
void ServeSession::compile_committed(const LiveView& view) {
  LiveFile& file = kernels_.files()[view.file];
  LiveKernel& kernel = file.targets[view.target];
  const std::string own = join_path(folder_.path(), view.file);
  std::vector<std::string> paths(file.files.begin(), file.files.end());
  const std::map<std::string, std::string> texts = commits_->texts(paths);
  CommittedKernel committed;
  committed.commit = commit_;
  committed.is_there = texts.contains(own);
  std::vector<GivenFile> given;
  for (const auto& [path, text] : texts) {
    const std::string spelled = normal_path(std::filesystem::absolute(folder_.spelled(view.file)).string());
    const Result<Bytes> now = read_file(path);
    if (path == own || !now || *now != text) given.push_back({path == own ? spelled : path, text});
  }
  const bool is_own_same = committed.is_there && texts.at(own) == kernel.text;
  committed.is_same = is_own_same && given.size() == 1;
  if (committed.is_there && !committed.is_same) {
    Result<CompiledKernel> compiled = compile(view, std::move(given));
    if (!compiled && (caught_interrupt() != 0 || kernels_.is_read_by(changes_, view.file))) return;
    if (!compiled) {
      committed.failure = compiled.error().message;
    } else if (compiled->built) {
      compiled->built->text = texts.at(own);
      committed.built = std::move(compiled->built);
    } else {
      committed.failure = "the file of the last commit does not compile: " +
                          (compiled->diagnostics.empty() ? compiled->failure : compiled->diagnostics.front().text);
    }
  }
  kernel.committed = std::move(committed);
}

void ServeSession::send_view(const LiveView& view) {
  const LiveKernel& kernel = kernels_.files()[view.file].targets[view.target];
  JsonWriter json(-1);
  json.begin_object().put("file", view.file, "target", view.target, "version", kernel.version);
  json.put("errors", has_errors(kernel.diagnostics));
  server_.send_event(json.key("failure").value(kernel.failure).end_object().text());
}

std::string ServeSession::list_json() {
  JsonWriter json(-1);
  json.begin_object().put("folder", folder_.spelled()).key("targets").values(targets_);
  json.put("has_commit", !commit_.empty()).key("files").begin_array();
  for (const auto& [name, file] : kernels_.files()) {
    const auto known = file.targets.find(targets_.front());
    const bool is_known = known != file.targets.end() && known->second.version != 0;
    const bool is_broken = is_known && (has_errors(known->second.diagnostics) || !known->second.failure.empty());
    json.begin_object().put("name", name, "state", is_broken ? "broken" : is_known ? "good" : "unknown").end_object();
  }
  return json.end_array().end_object().text();
}

std::string ServeSession::targets_json() {
  if (all_targets_.empty()) {
    all_targets_ = targets_;
    for (const FamilyInfo& family : target_families()) {
      const Availability available = availability(family, arguments_.tools);
      if (!available.yes || family.family == Family::k_driver) continue;
      for (const std::string& arch : available.archs) all_targets_.push_back(std::string(family.name) + ":" + arch);
      if (available.archs.empty()) all_targets_.emplace_back(family.name);
    }
    for (const std::string& device : all_available(arguments_.tools)) all_targets_.push_back(device);
  }
  return JsonWriter(-1).begin_object().key("targets").values(all_targets_).end_object().text();
}

}  // namespace clc
