// Kernels that search, checked by other ways to the same answer.
#include <algorithm>
#include <bitset>
#include <string>

#include "kernel_set/case.h"

namespace clc::bench {
namespace {

Case nearest_code(std::size_t factor) {
  constexpr std::size_t k_codes = 256;
  const std::size_t queries = 256 * factor;
  const std::vector<std::uint32_t> codes = random_words(4 * k_codes);
  const std::vector<std::uint32_t> wanted = random_words(4 * queries, 2);
  std::vector<std::int32_t> expected;
  for (std::size_t query = 0; query < queries; ++query) {
    std::vector<std::pair<std::int32_t, std::int32_t>> found;  // distance, index
    for (std::size_t code = 0; code < k_codes; ++code) {
      std::size_t distance = 0;
      for (std::size_t i = 0; i < 4; ++i)
        distance += std::bitset<32>(codes[4 * code + i] ^ wanted[4 * query + i]).count();
      found.emplace_back(distance, code);
    }
    const auto [distance, index] = *std::min_element(found.begin(), found.end());
    expected.insert(expected.end(), {index, distance});
  }
  Case result("nearest_code", {queries}, {64});
  return result.input(codes).value(static_cast<std::int32_t>(k_codes)).input(wanted).output(expected);
}

Case kmeans(std::size_t factor) {
  constexpr std::size_t k_centres = 32;
  const std::size_t points = 2048 * factor;
  const std::vector<float> places = random_floats(8 * points, -1, 1);
  const std::vector<float> centres = random_floats(8 * k_centres, -1, 1, 2);
  std::vector<std::int32_t> expected;
  for (std::size_t point = 0; point < points; ++point) {
    std::vector<double> distances(k_centres);
    for (std::size_t i = 0; i < 8 * k_centres; ++i) {
      const double difference = double{places[i % 8 * points + point]} - centres[i];
      distances[i / 8] += difference * difference;
    }
    expected.push_back(
        static_cast<std::int32_t>(std::min_element(distances.begin(), distances.end()) - distances.begin()));
  }
  Case result("kmeans", {points}, {64});
  result.input(places).input(centres).output(expected, {.error = 0, .exceptions = 0.001});
  return result.value(static_cast<std::int32_t>(k_centres));
}

Case string_search(std::size_t factor) {
  const std::size_t places = 16384 * factor;
  std::string text;
  for (const std::uint8_t byte : random_bytes(places + 16)) text += static_cast<char>('a' + byte % 3);
  const std::string needle = "abcab";
  std::uint32_t count = 0;
  for (std::size_t at = text.find(needle); at < places; at = text.find(needle, at + 1)) ++count;
  Case result("string_search", {places}, {64});
  result.input(std::vector<char>(text.begin(), text.end())).input(std::vector<char>(needle.begin(), needle.end()));
  return result.value(static_cast<std::int32_t>(needle.size())).output(std::vector<std::uint32_t>{count});
}

Case binary_search(std::size_t factor) {
  std::vector<std::uint32_t> keys = random_words(8192);
  std::sort(keys.begin(), keys.end());
  const std::vector<std::uint32_t> queries = random_words(4096 * factor, 2);
  std::vector<std::int32_t> expected;
  for (const std::uint32_t query : queries) {
    expected.push_back(static_cast<std::int32_t>(std::lower_bound(keys.begin(), keys.end(), query) - keys.begin()));
  }
  Case result("binary_search", {queries.size()}, {64});
  return result.input(keys).value(static_cast<std::int32_t>(keys.size())).input(queries).output(expected);
}

// Placements of queens in the rows from `row` on that no earlier one attacks.
std::uint32_t placements(std::vector<int>& queens, int size) {
  const int row = static_cast<int>(queens.size());
  if (row == size) return 1;
  std::uint32_t count = 0;
  for (int column = 0; column < size; ++column) {
    bool is_free = true;
    for (int other = 0; other < row; ++other) {
      const int way = std::abs(queens[static_cast<std::size_t>(other)] - column);
      is_free = is_free && way != 0 && way != row - other;
    }
    if (!is_free) continue;
    queens.push_back(column);
    count += placements(queens, size);
    queens.pop_back();
  }
  return count;
}

Case nqueens(std::size_t factor) {
  const int size = factor > 1 ? 10 : 7;
  std::vector<std::uint32_t> expected;
  for (int i = 0; i < size * size; ++i) {
    std::vector<int> queens{i % size, i / size};
    expected.push_back(std::abs(queens[0] - queens[1]) > 1 ? placements(queens, size) : 0);
  }
  const auto side = static_cast<std::size_t>(size);
  Case result("nqueens", {side, side}, {1, 1});
  return result.output(expected).value(size);
}

Case edit_distance(std::size_t factor) {
  const std::size_t words = 512 * factor;
  std::vector<std::uint8_t> letters = random_bytes(16 * (words + 1));
  for (std::uint8_t& letter : letters) letter %= 4;
  const std::vector<std::uint8_t> wanted(letters.end() - 16, letters.end());
  letters.resize(16 * words);
  std::vector<std::int32_t> expected;
  for (std::size_t word = 0; word < words; ++word) {
    int table[17][17] = {};
    for (int i = 1; i <= 16; ++i) table[i][0] = table[0][i] = i;
    for (int i = 1; i <= 16; ++i) {
      for (int j = 1; j <= 16; ++j) {
        const bool differs =
            letters[16 * word + static_cast<std::size_t>(i - 1)] != wanted[static_cast<std::size_t>(j - 1)];
        table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (differs ? 1 : 0)});
      }
    }
    expected.push_back(table[16][16]);
  }
  Case result("edit_distance", {words}, {64});
  return result.input(letters).input(wanted).output(expected);
}

}  // namespace

std::vector<Maker> search_cases() {
  return {{"nearest_code", nearest_code},           {"kmeans", kmeans},   {"string_search", string_search},
          {"binary_search", binary_search, k_last}, {"nqueens", nqueens}, {"edit_distance", edit_distance, k_last}};
}

}  // namespace clc::bench
