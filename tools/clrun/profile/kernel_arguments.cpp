#include "profile/kernel_arguments.h"

#include "base/text.h"
#include "base/try.h"
#include "support/argument_words.h"

namespace clc::clrun {
namespace {

Failure refuse(const std::string& word, const std::string& why) {
  return fail(ErrorKind::k_usage, "--arg " + word + ": " + why);
}

}  // namespace

Result<void> KernelArguments::add_buffer(const Queue& queue, const std::string& word, std::uint64_t seed) {
  const Result<BufferContents> contents = read_buffer_word(word, seed);
  if (!contents) return fail(contents.error().kind, "--arg " + contents.error().message);
  const Bytes& bytes = contents->bytes;
  Buffer buffer = CLC_TRY(in_context("--arg " + word, queue.allocate(bytes.size())));
  CLC_TRY(queue.write(buffer, bytes.data(), bytes.size()));
  buffers_.push_back(std::move(buffer));
  list_.push_back(to_argument(buffers_.back()));
  return {};
}

Result<void> KernelArguments::add_value(const Argument& argument, const std::string& word) {
  Result<Bytes> bytes = read_value_word(value_type(argument.plain_type()), argument.type, word);
  if (!bytes) return fail(bytes.error().kind, "--arg " + bytes.error().message);
  values_.push_back(*std::move(bytes));
  list_.push_back({ArgumentKind::k_value, values_.back().size(), values_.back().data()});
  return {};
}

Result<void> KernelArguments::add(const Queue& queue, const Argument& argument, const std::string& word,
                                  std::uint64_t seed) {
  switch (argument.kind) {
    case ArgumentKind::k_buffer:
      if (word.rfind("buffer:", 0) != 0)
        return refuse(word, "'" + argument.name + "' takes a buffer: buffer:TYPE:COUNT");
      return add_buffer(queue, word, seed);
    case ArgumentKind::k_local: {
      std::uint64_t bytes = 0;
      constexpr std::size_t k_word = 6;
      if (word.rfind("local:", 0) != 0 || !scan_number(std::string_view(word).substr(k_word), bytes) || bytes == 0)
        return refuse(word, "'" + argument.name + "' takes local memory: local:BYTES");
      list_.push_back({ArgumentKind::k_local, bytes, nullptr});
      return {};
    }
    case ArgumentKind::k_value:
      return add_value(argument, word);
    default:
      return refuse(word, "'" + argument.name + "' is of type " + argument.type + ", which cannot be given here");
  }
}

Result<KernelArguments> KernelArguments::make(const Queue& queue, const KernelInterface& kernel,
                                              const std::vector<std::string>& words, std::uint64_t seed) {
  if (words.size() != kernel.arguments.size()) {
    std::vector<std::string> names;
    for (const Argument& argument : kernel.arguments) names.push_back(argument.type + " " + argument.name);
    return fail(ErrorKind::k_usage, "kernel " + kernel.name + " takes " + std::to_string(names.size()) +
                                        " arguments (" + join(names, ", ") + "), each given by --arg, not " +
                                        std::to_string(words.size()));
  }
  KernelArguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    CLC_TRY(arguments.add(queue, kernel.arguments[i], words[i], seed + i));
    const bool is_buffer = kernel.arguments[i].kind == ArgumentKind::k_buffer;
    arguments.buffer_of_.push_back(is_buffer ? &arguments.buffers_.back() : nullptr);
  }
  return arguments;
}

}  // namespace clc::clrun
