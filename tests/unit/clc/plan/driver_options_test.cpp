#include "plan/driver_options.h"

#include "catch_all.h"

using namespace clc;

namespace {

using Texts = std::vector<std::string>;

struct Understood {
  Texts options;
  Texts left_out;
  Texts unknown;
};

Understood understood(const Texts& words, const Texts& ignored = {}) {
  const UnderstoodOptions options = understand_options(words, ignored);
  return {option_texts(options.options), options.left_out, options.unknown};
}

}  // namespace

TEST_CASE("options of recorded programs that clc knows are kept in order", "[plan]") {
  const Understood options =
      understood({"-D", "A", "-DB=2", "-I", "include-0", "-cl-mad-enable", "-cl-std=CL2.0", "-w"});
  CHECK(options.options == Texts{"-DA=1", "-DB=2", "-Iinclude-0", "-cl-mad-enable", "-cl-std=CL2.0", "-w"});
  CHECK(options.left_out.empty());
  CHECK(options.unknown.empty());
}

TEST_CASE("what tunes one driver is left out, with its value", "[plan]") {
  const Texts k_alone = {"-cl-nv-verbose",
                         "-cl-nv-arch=sm_90",
                         "-nv-line-info",
                         "-fno-bin-source",
                         "-fno-bin-llvmir",
                         "-save-temps=all",
                         "-cl-intel-greater-than-4GB-buffer-required",
                         "-ze-opt-large-register-file",
                         "-profiling",
                         "-qcom-accelerate-16-bit",
                         "-cl-auto-vectorize-disable",
                         "-O5"};
  for (const std::string& word : k_alone) {
    CAPTURE(word);
    const Understood options = understood({word, "-DX"});
    CHECK(options.left_out == Texts{word});
    CHECK(options.options == Texts{"-DX=1"});
  }
  CHECK(understood({"-cl-nv-opt-level", "3"}).left_out == Texts{"-cl-nv-opt-level 3"});
  CHECK(understood({"-cl-nv-verbose", "3"}).unknown == Texts{"3"});
  CHECK(understood({"-s", "a file.cl", "-DX"}).left_out == Texts{"-s a file.cl"});
  CHECK(understood({"-s", "-DX"}).options == Texts{"-DX=1"});
}

TEST_CASE("NVIDIA's limit of registers is one option, however it is written", "[plan]") {
  for (const Texts& words :
       {Texts{"-cl-nv-maxrregcount", "32"}, {"-cl-nv-maxrregcount=32"}, {"-cl-nv-maxrregcount32"}}) {
    CAPTURE(words.front());
    CHECK(understood(words).options == Texts{"-cl-nv-maxrregcount=32"});
  }
  CHECK(understood({"-cl-nv-maxrregcount=many"}).unknown.size() == 1);
  CHECK(understood({"-cl-nv-maxrregcount"}).unknown.size() == 1);
}

TEST_CASE("nothing that may change what kernels mean is left out unasked", "[plan]") {
  for (const char* word :
       {"-fodd", "-m32", "-cl-later-option", "-spir-std=1.2", "plain", "--strip", "-MD", "-Xclang"}) {
    CAPTURE(word);
    const Understood options = understood({word, "-DX"});
    CHECK(options.unknown == Texts{word});
    CHECK(understood({word, "-DX"}, {word}).unknown.empty());
  }
  CHECK(understood({"-x", "spir"}).unknown == Texts{"-x spir"});
  CHECK(understood({"-fodd=1", "-feven"}, {"-f*"}).left_out == Texts{"-fodd=1", "-feven"});
  CHECK(understood({"-cl-std=CL9"}).unknown.size() == 1);
  CHECK(understood({"-D"}).unknown.size() == 1);
}

TEST_CASE("the names of a language are those of any driver", "[plan]") {
  CHECK(understood({"-x", "clc"}).options == Texts{"-xcl"});
  CHECK(understood({"-x", "cl"}).options == Texts{"-xcl"});
  CHECK(understood({"-x", "clc++"}).options == Texts{"-xclcpp"});
}
