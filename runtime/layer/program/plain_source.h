// Reads the texts of a program as far as it takes to know which files a compiler may read for them. That is known of
// plain texts alone, in which whatever could read a file, or ask for one, stands written out. Every #include counts
// there, also one that a condition leaves out.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace clc::layer {

class PlainSource {
 public:
  // True when the text is plain and includes nothing, as nearly all do: told without understanding it, for a text
  // beside which only definitions were read.
  bool reads_nothing(std::string_view text) const;
  // Reads a text, and returns the names that it includes.
  std::vector<std::string> read(std::string_view text);
  // The words behind -D: NAME, NAME=BODY or NAME(A,B)=BODY.
  void read_definition(std::string_view word);

  // The reason why these texts do not tell what a compiler reads; empty: they do.
  std::string why_not() const;
  // True when the time goes into the program.
  bool tells_time() const { return tells_time_; }

 private:
  friend class TextReader;
  void note(std::string_view word);

  std::string why_not_;
  bool tells_time_ = false;
  bool pastes_ = false;                          // ##
  bool has_strings_ = false;                     // literals, or # before a parameter
  std::set<std::string, std::less<>> pieces_;    // words that are the beginning of one that reads files
  std::set<std::string, std::less<>> reserved_;  // unknown words that begin with two underscores
  std::set<std::string, std::less<>> defined_;   // such words that the program defines itself
};

}  // namespace clc::layer
