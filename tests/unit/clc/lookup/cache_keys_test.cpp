#include "lookup/cache_keys.h"

#include <functional>
#include <map>
#include <set>

#include "catch_all.h"
#include "clc/base/digest.h"

using namespace clc;

namespace {

// One compilation, and all that its key is made of.
struct Made {
  Made() {
    request.target = *parse_target("spirv64:1.2");
    request.sources = {{"/home/me/project/src/k.cl", "src/k.cl", "", {}}};
    source.sha256 = sha256_hex("source");
    request.working_folder = "/home/me/project";
    words = {"-DN=3", "-Iinc", "-isystem", "/opt/lib", "-Wno-unused"};
    worker = {{"clc-worker", "build-id 1"}, {"libLLVM.so.22.1", "build-id 2"}, {"spirv64.bc", "sha256 3"}};
  }
  cache::Key key() const {
    CompileRequest asked = request;
    asked.options = split_arguments(words, {})->options;
    for (const SourceFile& other : source.others) {
      asked.sources.push_back({other.path, other.spelled, "", other.own_options});
      if (other.path == library_package) asked.sources.back().library = library;
    }
    return compile_key(asked, source, SourceRoots(asked), worker);
  }
  void move_to(const std::string& folder) {
    request.working_folder = folder;
    request.sources.front().path = folder + "/src/k.cl";
    for (SourceFile& other : source.others) other.path = folder + "/" + other.spelled;
  }
  // Links another source.
  void link(const std::string& spelled, const std::string& text, const std::vector<std::string>& own_words = {}) {
    SourceFile& other = source.others.emplace_back();
    other.spelled = spelled;
    other.path = "/home/me/project/" + spelled;
    other.sha256 = sha256_hex(text);
    other.own_options = split_arguments(own_words, {})->options;
  }

  // Links a library, which has this code and exports a function of this type.
  void link_library(const std::string& code, const std::string& type) {
    link("lib", "the library's sources");
    library_package = source.others.back().path;
    library.code = code;
    library.symbols.exports = {{"f", "f", type, false, false, "", 0, {}}};
  }

  CompileRequest request;
  SourceFile source;
  std::string library_package;
  RequestedLibrary library;
  std::vector<std::string> words;
  Identity worker;
};

using Change = std::function<void(Made&)>;

DriverDialect dialect() {
  return {"3.0", {"cl_khr_fp64"}, {"__POCL__=1"}, 64, true, {"__opencl_c_images"}};
}

}  // namespace

TEST_CASE("whatever can change what comes out changes the key", "[lookup]") {
  const std::map<std::string, Change> changes = {
      {"nothing", [](Made&) {}},
      {"the source", [](Made& m) { m.source.sha256 = sha256_hex("other"); }},
      {"its name, which __FILE__ shows", [](Made& m) { m.request.sources.front().name = "src/l.cl"; }},
      {"another source", [](Made& m) { m.link("src/b.cl", "b"); }},
      {"its text", [](Made& m) { m.link("src/b.cl", "c"); }},
      {"its name", [](Made& m) { m.link("src/c.cl", "b"); }},
      {"its folder", [](Made& m) { m.link("lib/b.cl", "b"); }},
      {"its options", [](Made& m) { m.link("src/b.cl", "b", {"-DN=4"}); }},
      {"a library", [](Made& m) { m.link_library("code", "int (int)"); }},
      {"its code", [](Made& m) { m.link_library("other code", "int (int)"); }},
      {"what it exports", [](Made& m) { m.link_library("code", "float (float)"); }},
      {"a constant of SPIR-V", [](Made& m) { m.words.emplace_back("--specialize=7=0x2a"); }},
      {"its value", [](Made& m) { m.words.emplace_back("--specialize=7=0x2b"); }},
      {"that it is a library", [](Made& m) { m.words.emplace_back("-create-library"); }},
      {"its folders", [](Made& m) { m.link("src/b.cl", "b", {"-Imore"}); }},
      {"a third source", [](Made& m) { m.link("src/b.cl", "b"), m.link("src/c.cl", "c"); }},
      {"in another order", [](Made& m) { m.link("src/c.cl", "c"), m.link("src/b.cl", "b"); }},
      {"the target", [](Made& m) { m.request.target = *parse_target("spirv64:1.3"); }},
      {"a feature", [](Made& m) { m.request.target = *parse_target("amdgcn:gfx90a,xnack-"); }},
      {"the other", [](Made& m) { m.request.target = *parse_target("amdgcn:gfx90a,xnack+"); }},
      {"a value", [](Made& m) { m.words[0] = "-DN=4"; }},
      {"a macro", [](Made& m) { m.words.push_back("-DM=3"); }},
      {"a macro less", [](Made& m) { m.words.erase(m.words.begin()); }},
      {"another order", [](Made& m) { m.words.insert(m.words.begin(), "-UN"); }},
      {"and back", [](Made& m) { m.words.push_back("-UN"); }},
      {"a language", [](Made& m) { m.words.push_back("-cl-std=CL3.0"); }},
      {"optimisation", [](Made& m) { m.words.push_back("-cl-opt-disable"); }},
      {"a warning", [](Made& m) { m.words.back() = "-Wunused"; }},
      {"all warnings", [](Made& m) { m.words.push_back("-w"); }},
      {"errors", [](Made& m) { m.words.push_back("-Werror"); }},
      {"a forced include", [](Made& m) { m.words.push_back("-includet.h"); }},
      {"a folder", [](Made& m) { m.words.push_back("-Imore"); }},
      {"a folder's spelling, which __FILE__ shows", [](Made& m) { m.words[1] = "-I./inc"; }},
      {"a folder's kind", [](Made& m) { m.words[1] = "-iquoteinc"; }},
      {"an absolute folder", [](Made& m) { m.words[1] = "-I/home/me/project/inc"; }},
      {"folders the other way round",
       [](Made& m) { m.words = {"-DN=3", "-isystem", "/opt/lib", "-Iinc", "-Wno-unused"}; }},
      {"a folder that is the source's", [](Made& m) { m.words[3] = "/home/me/project/src"; }},
      {"one that lies in it", [](Made& m) { m.words[3] = "/home/me/project/src/lib"; }},
      {"elsewhere in it", [](Made& m) { m.words[3] = "/home/me/project/src/other"; }},
      {"one around it", [](Made& m) { m.words[3] = "/home/me/project"; }},
      {"a mapped prefix", [](Made& m) { m.words.push_back("-ffile-prefix-map=/a=b"); }},
      {"another", [](Made& m) { m.words.push_back("-ffile-prefix-map=/a=c"); }},
      {"a section", [](Made& m) { m.request.sections = {"ir"}; }},
      {"two", [](Made& m) { m.request.sections = {"ir", "isa"}; }},
      {"the date", [](Made& m) { m.request.source_date_epoch = 0; }},
      {"the worker", [](Made& m) { m.worker[0].digest = "build-id 0"; }},
      {"a library under the same worker", [](Made& m) { m.worker[1].digest = "build-id 0"; }},
      {"the builtin functions", [](Made& m) { m.worker[2].digest = "sha256 0"; }},
      {"another library", [](Made& m) { m.worker.push_back({"libz.so.1", "build-id 9"}); }},
      {"a driver", [](Made& m) { m.request.dialect = dialect(); }},
      {"its version", [](Made& m) { (m.request.dialect = dialect())->opencl_c_version = "1.2"; }},
      {"its extensions", [](Made& m) { (m.request.dialect = dialect())->extensions.clear(); }},
      {"its macros", [](Made& m) { (m.request.dialect = dialect())->macros = {"__POCL__=2"}; }},
      {"its pointers", [](Made& m) { (m.request.dialect = dialect())->address_bits = 32; }},
      {"its bytes", [](Made& m) { (m.request.dialect = dialect())->little_endian = false; }},
      {"its features", [](Made& m) { (m.request.dialect = dialect())->features.clear(); }},
      {"a macro that is an extension",
       [](Made& m) {
         (m.request.dialect = dialect())->extensions = {"__POCL__=1"};
         m.request.dialect->macros = {"cl_khr_fp64"};
       }},
  };
  std::map<std::string, std::string> names;  // by key
  for (const auto& [name, change] : changes) {
    Made made;
    change(made);
    const auto [at, is_new] = names.emplace(made.key().hex(), name);
    INFO(name << " gives the key of " << at->second);
    CHECK(is_new);
  }
}

TEST_CASE("what cannot change what comes out does not change the key", "[lookup]") {
  const std::string key = Made().key().hex();
  Made made;
  made.request.time_limit_s = 1;
  made.request.memory_limit_bytes = 1;
  made.request.id = 9;
  CHECK(made.key().hex() == key);
  made.move_to("/elsewhere");
  CHECK(made.key().hex() == key);
  made.words[3] = "/opt/another/place";
  CHECK(made.key().hex() == key);
  made.request.sources.front().name = "../src/k.cl";
  CHECK(made.key().hex() == key);
  made.request.sources.front().path = "/elsewhere/other/../src/k.cl";
  CHECK(made.key().hex() == key);
  made.request.sections = {"b", "a"};
  const std::string with_sections = made.key().hex();
  made.request.sections = {"a", "b"};
  CHECK(made.key().hex() == with_sections);
}

TEST_CASE("where the sources of a module lie is not in its key", "[lookup]") {
  Made made;
  made.link("src/b.cl", "b", {"-Imore"});
  made.link("lib/c.cl", "c");
  const std::string key = made.key().hex();
  made.move_to("/elsewhere");
  CHECK(made.key().hex() == key);
}

TEST_CASE("a mapped prefix is an absolute name and binds the key to its place", "[lookup]") {
  Made here, there;
  for (Made* made : {&here, &there}) made->words.push_back("-ffile-prefix-map=/home/me=x");
  there.move_to("/elsewhere");
  CHECK(here.key().hex() != there.key().hex());
}

TEST_CASE("how folders lie to each other is in the key, where they lie is not", "[lookup]") {
  Made here, there;
  here.words = {"-I/home/me/project/src/a", "-I/home/me/project/src", "-I/opt"};
  there.words = {"-I/elsewhere/src/a", "-I/elsewhere/src", "-I/home/me/project"};
  there.move_to("/elsewhere");
  CHECK(here.key().text() == there.key().text());
  there.words[2] = "-I/";
  CHECK(here.key().text() != there.key().text());
}

TEST_CASE("artifacts that name a folder of their compilation are found", "[lookup]") {
  CompileRequest request;
  request.sources = {{"/home/me/src/k.cl", "k.cl", "", {}}};
  request.working_folder = "/home/me/build";
  request.options = read_options({"-I/opt/lib"});
  const SourceRoots roots(request);
  CHECK(place_of(roots) == "/home/me/build\n/home/me/src\n/opt/lib");
  for (const std::string text : {"x /home/me/build y", "'/home/me/src/k.cl'", "/opt/lib"})
    CHECK(names_place(text, roots));
  for (const std::string text : {"", "/home/me", "./k.cl", "/opt/li b"}) CHECK_FALSE(names_place(text, roots));
}
