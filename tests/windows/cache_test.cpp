// The cache where Windows does something in another way than elsewhere: paths, access lists, files that others have
// open, and processes that end at any moment.
#include "clc/cache/store.h"

#include <windows.h>

#include <aclapi.h>
#include <sddl.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/file_descriptor.h"
#include "base/platform/files.h"
#include "base/platform/libraries.h"
#include "base/platform/shared_files.h"
#include "base/platform/windows/access_list.h"
#include "base/platform/windows/start_process.h"
#include "catch_all.h"
#include "clc/base/digest.h"
#include "clc/cache/admin.h"
#include "temporary_folder.h"

namespace clc::cache {
namespace {

constexpr EntryKind k_kind = EntryKind::k_program;
const std::string k_key = sha256_hex("a key");

Settings settings_in(const std::string& folder) {
  Settings settings;
  settings.folder = folder;
  return settings;
}

// Bytes that tell for which key they are, of any size.
Bytes payload_of(const std::string& key, unsigned size) {
  Bytes payload = key;
  while (payload.size() < size) payload += sha256_hex(payload);
  return payload + sha256_hex(payload);
}

bool is_payload_of(const std::string& key, const Bytes& payload) {
  constexpr std::size_t k_digest = 64;
  return payload.starts_with(key) &&
         sha256_hex(payload.substr(0, payload.size() - k_digest)) == payload.substr(payload.size() - k_digest);
}

std::string number_key(unsigned number) {
  return sha256_hex("number " + std::to_string(number));
}

// The library's own functions take no long paths.
void remove_all(const std::string& folder) {
  platform::list_names(folder, [&](const char* name) {
    const std::string path = folder + "/" + name;
    platform::FileStatus status;
    if (std::string_view(name).find_first_not_of('.') == std::string_view::npos) return;
    if (platform::status_of(path, Links::k_refuse, status) != 0) return;
    status.kind == platform::FileKind::k_folder ? remove_all(path) : static_cast<void>(platform::remove_file(path));
  });
  platform::remove_folder(folder);
}

platform::Handle open_alone(const std::string& path) {
  return platform::Handle(::CreateFileW(platform::to_wide(path).c_str(), GENERIC_READ, 0, nullptr, OPEN_EXISTING,
                                        FILE_ATTRIBUTE_NORMAL, nullptr));
}

}  // namespace

TEST_CASE("what was put is got by any store, below long paths and names that are UTF-8") {
  const test::TemporaryFolder folder;
  std::string deep = folder.path() + "/Zoë 日本";
  while (deep.size() < 400) deep += "/a folder with a long name";
  Store store(settings_in(deep));
  REQUIRE(store.put(k_kind, k_key, "payload"));
  CHECK(store.trouble().empty());
  CHECK(store.get(k_kind, k_key) == "payload");
  CHECK(Store(settings_in(deep)).get(k_kind, k_key) == "payload");
  REQUIRE(store.put(k_kind, k_key, "another"));
  CHECK(store.get(k_kind, k_key) == "another");
  store.quarantine(k_kind, k_key);
  CHECK_FALSE(store.get(k_kind, k_key));
  store.settle();
  CHECK(stats(settings_in(deep)).damaged.files == 1);
  REQUIRE(clear(settings_in(deep)));
  CHECK(stats(settings_in(deep)).entries.files == 0);
  remove_all(folder / "Zoë 日本");
}

TEST_CASE("a folder that everybody may change is not used") {
  const test::TemporaryFolder folder;
  const std::string place = folder / "cache";
  REQUIRE(Store(settings_in(place)).put(k_kind, k_key, "payload"));
  PSECURITY_DESCRIPTOR descriptor = nullptr;
  REQUIRE(::ConvertStringSecurityDescriptorToSecurityDescriptorW(L"D:P(A;OICI;FA;;;WD)", SDDL_REVISION_1, &descriptor,
                                                                 nullptr) != 0);
  REQUIRE(::SetFileSecurityW(platform::to_wide(place + "/v1").c_str(), DACL_SECURITY_INFORMATION, descriptor) != 0);
  ::LocalFree(descriptor);
  Store store(settings_in(place));
  CHECK_FALSE(store.get(k_kind, k_key));
  CHECK_THAT(store.trouble(), Catch::Matchers::Contains("is not used"));
  CHECK_FALSE(store.is_enabled());
}

// An access list with one entry for everybody, of this kind and with these rights; of an object's, with that many GUIDs
// before the user.
class OneEntry {
 public:
  OneEntry(int type, DWORD rights, int guids = -1) {
    constexpr std::size_t k_header = 8, k_user = 12;  // S-1-1-0
    const std::size_t more = guids < 0 ? 0 : sizeof(DWORD) + static_cast<std::size_t>(guids) * sizeof(GUID);
    const auto size = static_cast<WORD>(k_header + more + k_user);
    ::InitializeAcl(list(), sizeof bytes_, ACL_REVISION_DS);
    auto* const entry = reinterpret_cast<unsigned char*>(bytes_) + sizeof(ACL);
    *reinterpret_cast<ACE_HEADER*>(entry) = {static_cast<BYTE>(type), 0, size};
    std::memcpy(entry + sizeof(ACE_HEADER), &rights, sizeof rights);
    const DWORD flags = guids == 2 ? 3 : static_cast<DWORD>(std::max(guids, 0));
    if (guids >= 0) std::memcpy(entry + k_header, &flags, sizeof flags);
    DWORD room = k_user;
    ::CreateWellKnownSid(WinWorldSid, nullptr, entry + k_header + more, &room);
    list()->AceCount = 1;
    list()->AclSize = static_cast<WORD>(sizeof(ACL) + size);
  }
  PACL list() { return reinterpret_cast<PACL>(bytes_); }

 private:
  alignas(ACL) char bytes_[128] = {};
};

TEST_CASE("entries with a condition, of objects and of kinds that are not known let others change a folder") {
  constexpr DWORD k_write = FILE_ADD_FILE, k_read = FILE_LIST_DIRECTORY;
  const auto lets = [](OneEntry entry) { return platform::lets_others_change(entry.list()); };
  for (const int type : {ACCESS_ALLOWED_ACE_TYPE, ACCESS_ALLOWED_CALLBACK_ACE_TYPE}) {
    CHECK(lets({type, k_write}));
    CHECK_FALSE(lets({type, k_read}));
  }
  for (const int type : {ACCESS_ALLOWED_OBJECT_ACE_TYPE, ACCESS_ALLOWED_CALLBACK_OBJECT_ACE_TYPE}) {
    for (const int guids : {0, 1, 2}) {
      CHECK(lets({type, k_write, guids}));
      CHECK_FALSE(lets({type, k_read, guids}));
    }
  }
  CHECK_FALSE(lets({ACCESS_DENIED_ACE_TYPE, k_write}));
  CHECK_FALSE(lets({ACCESS_DENIED_CALLBACK_ACE_TYPE, k_write}));
  CHECK_FALSE(lets({ACCESS_DENIED_OBJECT_ACE_TYPE, k_write, 1}));
  CHECK(lets({ACCESS_ALLOWED_COMPOUND_ACE_TYPE, k_read}));
  CHECK(lets({0x7f, k_read}));
  CHECK(platform::lets_others_change(nullptr));
}

TEST_CASE("an entry that a scanner has open alone for a moment is read once it is free") {
  const test::TemporaryFolder folder;
  Store store(settings_in(folder.path()));
  REQUIRE(store.put(k_kind, k_key, "payload"));
  platform::Handle scanner = open_alone(folder / ("v1/" + k_key.substr(0, 2) + "/" + k_key.substr(2) + ".program"));
  REQUIRE(scanner.is_open());
  std::thread end([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    scanner.reset();
  });
  CHECK(store.get(k_kind, k_key) == "payload");
  end.join();
  CHECK(store.trouble().empty());
}

TEST_CASE("an entry that stays open keeps its bytes, and the store goes on") {
  const test::TemporaryFolder folder;
  Store store(settings_in(folder.path()));
  REQUIRE(store.put(k_kind, k_key, "payload"));
  const platform::Handle reader(
      platform::open_handle(folder / ("v1/" + k_key.substr(0, 2) + "/" + k_key.substr(2) + ".program"), GENERIC_READ,
                            OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL));
  REQUIRE(reader.is_open());
  store.put(k_kind, k_key, "another");
  const std::optional<Bytes> found = store.get(k_kind, k_key);
  REQUIRE(found);
  CHECK((*found == "payload" || *found == "another"));
  CHECK(store.put(k_kind, number_key(1), "one more"));
}

TEST_CASE("the usual folder is below LOCALAPPDATA, with slashes") {
  ::_putenv("CLC_CACHE_DIR=");
  ::_putenv("XDG_CACHE_HOME=");
  ::_putenv("LOCALAPPDATA=C:\\Users\\me\\AppData\\Local");
  CHECK(settings_from_environment().value().folder == "C:/Users/me/AppData/Local/clc");
  ::_putenv("CLC_CACHE_DIR=D:\\cache");
  CHECK(settings_from_environment().value().folder == "D:/cache");
  ::_putenv("CLC_CACHE_GROUP=users");
  CHECK_FALSE(settings_from_environment());
  ::_putenv("CLC_CACHE_GROUP=");
  ::_putenv("CLC_CACHE_DIR=");
}

// Run by the test below in processes of their own.
TEST_CASE("a process that uses the cache until it is ended", "[.][worker]") {
  const char* const place = std::getenv("CLC_TEST_FOLDER");
  REQUIRE(place != nullptr);
  std::mt19937 random(static_cast<unsigned>(::GetCurrentProcessId()));
  for (int round = 0; round < 20; ++round) {
    Store store(settings_in(place));
    for (int i = 0; i < 10; ++i) {
      const std::string key = number_key(random() % 16);
      if (random() % 2 == 0) {
        store.put(k_kind, key, payload_of(key, random() % 60000));
      } else if (const std::optional<Bytes> found = store.get(k_kind, key)) {
        REQUIRE(is_payload_of(key, *found));
      }
    }
  }
}

TEST_CASE("eight processes on one cache, of which some are killed, leave it whole") {
  const test::TemporaryFolder folder;
  const std::string place = folder / "cache";
  std::vector<std::string> environment = platform::our_environment();
  environment.push_back("CLC_TEST_FOLDER=" + place);
  const platform::Handle nowhere = platform::open_inherited("NUL", GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING);
  std::vector<platform::StartedProcess> processes(8);
  for (platform::StartedProcess& process : processes) {
    REQUIRE(platform::start_process({platform::running_program(), "[worker]"}, environment, "",
                                    {nowhere.get(), nowhere.get(), nowhere.get()}, 0, process) == 0);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  for (std::size_t i = 0; i < 3; ++i) ::TerminateProcess(processes[i].process.get(), 9);
  int ended_well = 0;
  for (platform::StartedProcess& process : processes) {
    ::WaitForSingleObject(process.process.get(), INFINITE);
    DWORD code = 0;
    ::GetExitCodeProcess(process.process.get(), &code);
    if (code == 0) ++ended_well;
  }
  CHECK(ended_well >= 5);
  const Result<Verified> verified = verify(settings_in(place));
  REQUIRE(verified);
  CHECK(verified->damaged.empty());
  CHECK(verified->sound.files > 0);
  const Stats found = stats(settings_in(place));
  CHECK(found.counters.stored > 0);
  CHECK(found.counters.damaged == 0);
  CHECK(found.trouble.empty());
  Store store(settings_in(place));
  for (unsigned number = 0; number < 16; ++number) {
    const std::optional<Bytes> payload = store.get(k_kind, number_key(number));
    if (payload) CHECK(is_payload_of(number_key(number), *payload));
  }
}

TEST_CASE("pruning goes down to the limit") {
  const test::TemporaryFolder folder;
  Store store(settings_in(folder.path()));
  for (unsigned number = 0; number < 10; ++number) REQUIRE(store.put(k_kind, number_key(number), Bytes(6000, 'x')));
  const Result<Pruned> pruned = prune(settings_in(folder.path()), 40000);
  REQUIRE(pruned);
  CHECK(pruned->removed.files == 6);
  CHECK(pruned->left.files == 4);
}

TEST_CASE("the locks of a cache exclude other processes' places") {
  const test::TemporaryFolder folder;
  Store store(settings_in(folder.path())), other(settings_in(folder.path()));
  const FileDescriptor ours(store.open_locks()), theirs(other.open_locks());
  REQUIRE(ours.is_open());
  REQUIRE(theirs.is_open());
  CHECK(platform::lock_byte(ours.get(), 7, platform::ByteLock::k_alone));
  CHECK_FALSE(platform::lock_byte(theirs.get(), 7, platform::ByteLock::k_alone));
  CHECK(platform::lock_byte(theirs.get(), 8, platform::ByteLock::k_alone));
}

}  // namespace clc::cache
