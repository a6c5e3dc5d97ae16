// Reads the texts of a program to find the files that a compiler may read for them. This works for plain texts only, in
// which everything that could read a file, or look for one, is written out. Every #include counts, also one that a
// condition leaves out.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace clc::layer {

class PlainSource {
 public:
  // Returns true when the text is plain and includes nothing, as nearly all texts do. This is a quick test of single
  // characters, for a text before which only definitions were read.
  bool reads_nothing(std::string_view text) const;
  // Reads a text, and returns the names of the files that it includes.
  std::vector<std::string> read_text(std::string_view text);
  // Reads a value of -D: NAME, NAME=BODY or NAME(A,B)=BODY.
  void read_definition(std::string_view word);

  // Returns the reason why the files that a compiler reads are not known, or an empty text when they are.
  std::string why_not() const;
  // Returns true when the time of the compilation goes into the program.
  bool tells_time() const { return tells_time_; }

 private:
  friend class TextReader;
  void note(std::string_view word);

  std::string why_not_;
  bool tells_time_ = false;
  bool pastes_ = false;                          // a definition has ##
  bool has_strings_ = false;                     // there are literals, or a # before a parameter
  std::set<std::string, std::less<>> pieces_;    // beginnings and ends of words that read files, which ## can paste
  std::set<std::string, std::less<>> reserved_;  // unknown words that begin with two underscores
  std::set<std::string, std::less<>> defined_;   // words that begin with two underscores and that the program defines
};

}  // namespace clc::layer
