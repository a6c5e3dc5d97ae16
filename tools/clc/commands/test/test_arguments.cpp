#include "commands/test/test_arguments.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "commands/test/image_words.h"
#include "commands/test/lined_json.h"
#include "support/argument_words.h"
#include "tuning/expression.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_test_items = std::uint64_t{1} << 40;

// The element of a pointer, "float" of "const float*".
ValueType element_type(const Argument& argument) {
  std::string type = base_type(argument.plain_type());
  if (const std::size_t blank = type.rfind(' '); blank != std::string::npos) type = type.substr(blank + 1);
  return value_type(type);
}

// "buffer:@FILE" with the file's place beside the test's.
std::string with_path(const TestFile& file, const std::string& word) {
  const std::size_t at = word.find('@');
  if (at == std::string::npos) return word;
  return word.substr(0, at + 1) + join_path(folder_of(file.path), word.substr(at + 1));
}

// Makes the arguments of one launch.
class ArgumentMaker {
 public:
  ArgumentMaker(const TestFile& file, const KernelTest& test, const Sizes& sizes)
      : file_(file), test_(test), sizes_(sizes) {}

  Result<TestArgument> make(const Argument& argument, std::size_t index) const {
    const TestWord& word = test_.arguments[index];
    Result<TestArgument> made = make_by_kind(argument, word, test_.seed + index);
    if (!made) return refuse_line(file_.path, word.line, "argument '" + argument.name + "': " + made.error().message);
    made->name = argument.name;
    return made;
  }

  // Contents of a buffer of this type.
  Result<BufferContents> contents(const ValueType& type, const TestWord& word, std::uint64_t seed) const {
    if (word.is_list) {
      BufferContents made{{}, type, {}};
      if (type.number == nullptr)
        return fail(ErrorKind::k_usage, "a list needs a buffer of numbers; give buffer:@FILE, or buffer:uchar:COUNT");
      for (const std::string& number : word.numbers) {
        if (!put_number(made.bytes, *type.number, number))
          return fail(ErrorKind::k_usage, "'" + number + "' is no number for a " + type.number->name);
      }
      return made;
    }
    const std::string filled = CLC_TRY(fill_in(word.text, sizes_));
    if (!filled.starts_with("buffer:"))
      return fail(ErrorKind::k_usage,
                  "a buffer is buffer:TYPE:COUNT, buffer:@FILE or a list of numbers, not " + filled);
    BufferContents made = CLC_TRY(read_buffer_word(with_path(file_, filled), seed));
    const bool is_other = made.type.number != nullptr && type.number != nullptr && made.type.number != type.number &&
                          made.type.number->bytes != type.number->bytes;
    if (is_other) {
      return fail(ErrorKind::k_usage, filled + " has elements of type " + made.type.number->name +
                                          ", and the kernel's are " + type.number->name);
    }
    return made;
  }

 private:
  Result<TestArgument> make_by_kind(const Argument& argument, const TestWord& word, std::uint64_t seed) const {
    if (word.is_list && argument.kind != ArgumentKind::k_buffer && argument.kind != ArgumentKind::k_value)
      return fail(ErrorKind::k_usage, "a list is for a buffer or a vector");
    const std::string filled = CLC_TRY(fill_in(word.text, sizes_));
    switch (argument.kind) {
      case ArgumentKind::k_buffer:
        return make_buffer(argument, word, seed);
      case ArgumentKind::k_value:
        return make_value(argument, word.is_list ? join(word.numbers, ",") : filled);
      case ArgumentKind::k_local:
        return make_local(filled);
      case ArgumentKind::k_image:
        return make_image(argument, filled, seed);
      case ArgumentKind::k_sampler:
        return make_sampler(filled);
      default:
        return fail(ErrorKind::k_usage, "arguments of type " + argument.type + " cannot be given here");
    }
  }

  Result<TestArgument> make_buffer(const Argument& argument, const TestWord& word, std::uint64_t seed) const {
    TestArgument made;
    made.type = element_type(argument);
    BufferContents contents_made = CLC_TRY(contents(made.type, word, seed));
    if (made.type.number == nullptr) made.type = contents_made.type;
    made.launch.kind = LaunchArgumentKind::k_buffer;
    made.launch.bytes = std::move(contents_made.bytes);
    made.launch.is_result = !argument.is_const && argument.address_space != AddressSpace::k_constant;
    made.may_change = !word.is_list && made.type.number != nullptr;
    return made;
  }

  static Result<TestArgument> make_value(const Argument& argument, const std::string& text) {
    TestArgument made;
    made.type = value_type(argument.plain_type());
    made.launch.bytes = CLC_TRY(read_value_word(made.type, argument.type, text));
    return made;
  }

  static Result<TestArgument> make_sampler(const std::string& word) {
    TestArgument made;
    made.launch = CLC_TRY(read_sampler_word(word));
    return made;
  }

  static Result<TestArgument> make_local(const std::string& word) {
    TestArgument made;
    made.launch.kind = LaunchArgumentKind::k_local;
    constexpr std::string_view k_word = "local:";
    const bool is_size = word.starts_with(k_word) &&
                         scan_number(std::string_view(word).substr(k_word.size()), made.launch.size) &&
                         made.launch.size != 0;
    if (!is_size) return fail(ErrorKind::k_usage, "local memory is local:BYTES, not " + word);
    return made;
  }

  Result<TestArgument> make_image(const Argument& argument, const std::string& word, std::uint64_t seed) const {
    TestArgument made;
    ImageContents image = CLC_TRY(read_image_word(with_path(file_, word), seed));
    made.launch = std::move(image.launch);
    made.type = image.type;
    made.launch.is_result = argument.access != Access::k_read_only;
    made.may_change = made.type.number != nullptr;
    return made;
  }

  const TestFile& file_;
  const KernelTest& test_;
  const Sizes& sizes_;
};

Result<std::array<std::uint64_t, 3>> shape_of(const std::vector<std::string>& terms, const Sizes& sizes,
                                              std::uint64_t rest) {
  std::array<std::uint64_t, 3> shape{rest, rest, rest};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::int64_t size = CLC_TRY(evaluate(terms[i], sizes));
    if (size < 0 || static_cast<std::uint64_t>(size) > k_most_test_items)
      return fail(ErrorKind::k_usage, "'" + terms[i] + "' is " + std::to_string(size) + ", which is no size");
    shape[i] = static_cast<std::uint64_t>(size);
  }
  return shape;
}

}  // namespace

GroupShape whole_groups(GroupShape items, const GroupShape& group) {
  for (std::size_t i = 0; i < 3; ++i)
    if (group[i] > 1) items[i] = (items[i] + group[i] - 1) / group[i] * group[i];
  return items;
}

namespace {

// Sets the launch's shape: with a group, each size is rounded up to whole groups.
Result<void> set_shape(const KernelTest& test, const KernelInterface& kernel, TestCase& made) {
  const Sizes& sizes = made.sizes;
  Launch& launch = made.launch;
  launch.dimensions = test.global.size();
  made.items = CLC_TRY(shape_of(test.global, sizes, 1));
  launch.offset = CLC_TRY(shape_of(test.offset, sizes, 0));
  std::array<std::uint64_t, 3> group = kernel.required_work_group_size;
  if (!test.local.empty()) {
    group = CLC_TRY(shape_of(test.local, sizes, 1));
    for (std::size_t i = 0; i < 3; ++i)
      if (group[i] == 0) return fail(ErrorKind::k_usage, "a group of 0 work-items");
    launch.local = group;
  }
  launch.global = whole_groups(made.items, group);
  return {};
}

std::string arguments_text(const KernelInterface& kernel) {
  std::vector<std::string> names;
  for (const Argument& argument : kernel.arguments) names.push_back(argument.type + " " + argument.name);
  return join(names, ", ");
}

// Leaves only the named arguments as results.
Result<void> choose_results(const TestFile& file, const KernelTest& test, TestCase& made) {
  std::vector<std::string> wanted = test.results;
  for (const auto& [name, word] : test.expected) wanted.push_back(name);
  for (const std::string& name : wanted) {
    const auto argument = std::ranges::find(made.arguments, name, &TestArgument::name);
    if (argument == made.arguments.end())
      return refuse_line(
          file.path, test.line,
          "kernel " + test.kernel + " has no argument '" + name + "'" + suggestion(name, names_of(made.arguments)));
    if (!argument->launch.is_result)
      return refuse_line(file.path, test.line, "the kernel cannot write to '" + name + "', and so it is no result");
  }
  for (TestArgument& argument : made.arguments) {
    const bool is_wanted = wanted.empty() || std::ranges::find(wanted, argument.name) != wanted.end();
    argument.launch.is_result = argument.launch.is_result && is_wanted;
  }
  const bool has_any =
      std::ranges::any_of(made.arguments, [](const TestArgument& one) { return one.launch.is_result; });
  if (!has_any) return refuse_line(file.path, test.line, "kernel " + test.kernel + " writes to no argument");
  return {};
}

}  // namespace

Result<TestCase> make_case(const TestFile& file, const KernelTest& test, const KernelInterface& kernel,
                           const Sizes& sizes) {
  if (test.arguments.size() != kernel.arguments.size()) {
    return refuse_line(file.path, test.line,
                       "kernel " + kernel.name + " takes " + count(kernel.arguments.size(), "argument") + " (" +
                           arguments_text(kernel) + "), and here are " + std::to_string(test.arguments.size()));
  }
  TestCase made;
  made.sizes = sizes;
  made.launch.kernel = kernel.name;
  if (const Result<void> set = set_shape(test, kernel, made); !set)
    return refuse_line(file.path, test.line, set.error().message);
  const ArgumentMaker maker(file, test, sizes);
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i)
    made.arguments.push_back(CLC_TRY(maker.make(kernel.arguments[i], i)));
  CLC_TRY(choose_results(file, test, made));
  return made;
}

Result<Bytes> expected_contents(const TestFile& file, const KernelTest& test, const TestArgument& argument,
                                const TestWord& word, const Sizes& sizes) {
  const auto refuse = [&](const std::string& why) {
    return refuse_line(file.path, word.line, "expected '" + argument.name + "': " + why);
  };
  const Result<std::string> filled = fill_in(word.text, sizes);
  if (!filled) return refuse(filled.error().message);
  if (filled->starts_with("image:")) {
    Result<ImageContents> image = read_image_word(with_path(file, *filled), test.seed);
    if (!image) return refuse(image.error().message);
    return std::move(image->launch.bytes);
  }
  Result<BufferContents> contents = ArgumentMaker(file, test, sizes).contents(argument.type, word, test.seed);
  if (!contents) return refuse(contents.error().message);
  return std::move(contents->bytes);
}

}  // namespace clc
