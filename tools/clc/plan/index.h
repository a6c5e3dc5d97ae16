// Positions in the lists of a plan. Each list has a type of its own, so a job's position cannot be used for a source.
#pragma once

#include <cstddef>
#include <vector>

namespace clc {

template <class Kind>
struct Index {
  std::size_t value = 0;

  friend bool operator==(Index a, Index b) { return a.value == b.value; }
  friend bool operator<(Index a, Index b) { return a.value < b.value; }
};

using SourceIndex = Index<struct SourceFile>;
using TargetIndex = Index<struct PlannedTarget>;
using JobIndex = Index<struct Job>;
using CompilationIndex = Index<struct Compilation>;

// A vector whose elements are named by one kind of index.
template <class Position, class Element>
class IndexedVector {
 public:
  IndexedVector() = default;
  explicit IndexedVector(std::size_t size) : elements_(size) {}
  IndexedVector(std::initializer_list<Element> elements) : elements_(elements) {}

  Element& operator[](Position at) { return elements_[at.value]; }
  const Element& operator[](Position at) const { return elements_[at.value]; }
  std::size_t size() const { return elements_.size(); }
  bool empty() const { return elements_.empty(); }
  auto begin() { return elements_.begin(); }
  auto end() { return elements_.end(); }
  auto begin() const { return elements_.begin(); }
  auto end() const { return elements_.end(); }

  Position push_back(Element element) {
    elements_.push_back(std::move(element));
    return Position{elements_.size() - 1};
  }

  // All positions, for loops that need more than the element.
  class Positions {
   public:
    struct Iterator {
      std::size_t at;
      Position operator*() const { return Position{at}; }
      Iterator& operator++() {
        ++at;
        return *this;
      }
      bool operator!=(const Iterator& other) const { return at != other.at; }
    };
    explicit Positions(std::size_t size) : size_(size) {}
    Iterator begin() const { return {0}; }
    Iterator end() const { return {size_}; }

   private:
    std::size_t size_;
  };
  Positions positions() const { return Positions(elements_.size()); }

 private:
  std::vector<Element> elements_;
};

}  // namespace clc
