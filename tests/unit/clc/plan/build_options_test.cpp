#include "plan/build_options.h"

#include <set>

#include "catch_all.h"

using namespace clc;

namespace {

using Words = std::vector<std::string>;

const std::map<std::string, bool> k_flags = {{"-t", true}, {"-o", true}, {"--name", true}, {"-v", false}, {"-j", true}};

Words texts(const Words& arguments) {
  const auto split = split_arguments(arguments, k_flags);
  REQUIRE(split);
  return option_texts(split->options);
}

std::string error(const Words& arguments) {
  const auto split = split_arguments(arguments, k_flags);
  REQUIRE_FALSE(split);
  CHECK(split.error().kind == ErrorKind::k_usage);
  return split.error().message;
}

Target target(const char* name) {
  return *parse_target(name);
}

}  // namespace

TEST_CASE("values may stand beside or behind an option", "[plan]") {
  CHECK(texts({"-DN=3", "-D", "M", "-DK"}) == Words{"-DN=3", "-DM=1", "-DK=1"});
  CHECK(texts({"-I", "a b", "-Ic", "-isystem", "d", "-iquotee"}) == Words{"-Ia b", "-Ic", "-isystemd", "-iquotee"});
  CHECK(texts({"-include", "x.h", "-x", "clcpp"}) == Words{"-includex.h", "-xclcpp"});
  CHECK(texts({"-DF(x)=x", "-DEMPTY="}) == Words{"-DF(x)=x", "-DEMPTY="});
}

TEST_CASE("exact spellings win over prefixes", "[plan]") {
  const auto split = split_arguments({"-Werror", "-Wall", "-w", "-cl-mad-enable"}, k_flags);
  REQUIRE(split);
  CHECK(std::string(split->options[0].row->spelling) == "-Werror");
  CHECK(std::string(split->options[1].row->spelling) == "-W");
  CHECK(split->options[1].value == "all");
}

TEST_CASE("the language version is checked and spelled in one way", "[plan]") {
  CHECK(texts({"-cl-std=cl1.2", "-cl-std=clc++2021"}) == Words{"-cl-std=CL1.2", "-cl-std=CLC++2021"});
  CHECK(error({"-cl-std=CL4.0"}).find("CL3.0") != std::string::npos);
  CHECK(texts({"-cl-std=cl3.1"}) == Words{"-cl-std=CL3.1"});
}

TEST_CASE("everything else is left for CLI11, values of its flags included", "[plan]") {
  const auto split =
      split_arguments({"a.cl", "-t", "spirv64", "-o", "-", "-j4", "--name=-DX", "-v", "-", "--", "-DY"}, k_flags);
  REQUIRE(split);
  CHECK(split->options.empty());
  CHECK(split->rest == Words{"a.cl", "-t", "spirv64", "-o", "-", "-j4", "--name=-DX", "-v", "-", "--", "-DY"});
  const auto value = split_arguments({"-o", "-DX"}, k_flags);
  REQUIRE(value);
  CHECK(value->options.empty());
}

TEST_CASE("an unknown option names the nearest", "[plan]") {
  CHECK(error({"-cl-fast-relaxed-mth"}).find("-cl-fast-relaxed-math") != std::string::npos);
  CHECK(error({"--nmae"}).find("--name") != std::string::npos);
  CHECK(error({"-q"}).find("-q") != std::string::npos);
  CHECK(error({"-D"}).find("needs a value") != std::string::npos);
  CHECK(error({"-D=3"}).find("name") != std::string::npos);
  CHECK(error({"-x", "cuda"}).find("clcpp") != std::string::npos);
}

TEST_CASE("-Xtarget gives an option to matching targets", "[plan]") {
  const auto split = split_arguments({"-Xtarget", "nvptx*", "-DA", "-Xtarget", "SPIRV64", "-D", "B"}, k_flags);
  REQUIRE(split);
  REQUIRE(split->options.size() == 2);
  CHECK(split->options[0].applies_to(target("nvptx:sm_90")));
  CHECK_FALSE(split->options[0].applies_to(target("spirv64")));
  CHECK(split->options[1].applies_to(target("spirv64:1.3")));
  CHECK(split->options[1].text() == "-DB=1");
  CHECK(error({"-Xtarget", "nvptx*"}).find("-Xtarget") != std::string::npos);
  CHECK(error({"-Xtarget", "nvptx*", "-MD"}).find("not a build option") != std::string::npos);
}

TEST_CASE("the manifest gets what changes code, without folders", "[plan]") {
  const auto split =
      split_arguments({"-DA", "-I/home/me", "-w", "-include", "/home/me/x.h", "-include", "y/z.h", "-O2"}, {});
  REQUIRE(split);
  CHECK(recorded_options(split->options) == Words{"-DA=1", "-includex.h", "-includey/z.h", "-O2"});
  CHECK(include_folders(split->options) == Words{"/home/me"});
}

TEST_CASE("a stripped package tells no macros, and its driver gets none", "[plan]") {
  for (const std::string strip : {"-s", "--strip", "--strip=arguments"}) {
    const auto split = split_arguments({"-DA", "-U", "B", "-include", "x.h", "-O2", "-g", strip, "-cl-mad-enable"}, {});
    REQUIRE(split);
    CHECK(is_stripped(split->options));
    CHECK(manifest_options(split->options) == Words{"-O2", "-g", strip, "-cl-mad-enable"});
    CHECK(recorded_options(split->options).size() == 7);  // what the input's digest is made of
    CHECK(driver_build_options(split->options, "a.cl") == "-cl-mad-enable");
    CHECK(driver_prelude(split->options).empty());
  }
  const auto plain = split_arguments({"-DA", "-g"}, {});
  REQUIRE(plain);
  CHECK_FALSE(is_stripped(plain->options));
  CHECK(manifest_options(plain->options) == recorded_options(plain->options));
  CHECK(error({"--strip=everything"}).find("--strip") != std::string::npos);
}

TEST_CASE("an option of others is answered with OpenCL's", "[plan]") {
  CHECK(split_arguments({"-std=CL2.0"}, {}).error().message ==
        "unknown option -std=CL2.0; did you mean -cl-std=CL2.0?");
  CHECK(split_arguments({"-mad-enable"}, {}).error().message ==
        "unknown option -mad-enable; did you mean -cl-mad-enable?");
}

TEST_CASE("a driver gets what clBuildProgram defines, macros as lines", "[plan]") {
  const auto split =
      split_arguments({"-DA=a b", "-UB", "-DF(x)=x", "-Ifoo", "-cl-mad-enable", "-Wall", "-w", "-O3"}, {});
  REQUIRE(split);
  CHECK(driver_build_options(split->options, "k.cl") == "-cl-mad-enable -w");
  CHECK(driver_prelude(split->options) == "#define A a b\n#undef B\n#define F(x) x\n");
  CHECK(driver_build_options({}, "k.clcpp") == "-cl-std=CLC++");
  const auto standard = split_arguments({"-cl-std=CLC++2021"}, {});
  CHECK(driver_build_options(standard->options, "k.clcpp") == "-cl-std=CLC++2021");
}

TEST_CASE("options from the environment hold nothing else", "[plan]") {
  CHECK(parse_build_options({"-DA"}, "CLC_OPTIONS"));
  for (const Words& words : {Words{"a.cl"}, Words{"-MD"}, Words{"-o", "x"}}) {
    const auto parsed = parse_build_options(words, "CLC_OPTIONS");
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().message.find("CLC_OPTIONS") == 0);
  }
  CHECK(parse_build_options({"-DTYPE=unsigned", "int"}, "CLC_OPTIONS").error().message ==
        "CLC_OPTIONS: unknown build option 'int'");
}

TEST_CASE("every row of the table can be parsed and shows in the help", "[plan]") {
  std::set<std::string> seen;
  const std::string help = build_option_help();
  for (const OptionRow& row : build_option_table()) {
    CHECK(seen.insert(row.spelling).second);
    CHECK(help.find(row.spelling) != std::string::npos);
    if (row.form != ValueForm::k_none) continue;
    const auto split = split_arguments({row.spelling}, {});
    REQUIRE(split);
    CHECK(split->options[0].row == &row);
  }
}
