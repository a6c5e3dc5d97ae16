// The turn to make what lies under a name: of several processes one has it, and the others wait, and then find what
// that one kept. Turns are locks of the system, which the end of a process frees, on places in a file: see
// Store::open_locks().
#pragma once

#include <cstdint>
#include <string>

namespace clc::cache {

// A limit for each wait, so that a process that hangs keeps no other from going on.
constexpr int k_longest_wait_for_turn_seconds = 60;

// Returns the place of a name. Its turn is the first of the bytes there; the others are free for more locks.
std::uint64_t place_of_turn(const std::string& name);
constexpr std::uint64_t k_bytes_of_place = 4;

// Takes the turn, without waiting. Returns false when another one has it, who opened the file for itself. Where the
// file system has no locks, nobody has one.
bool take_turn(int file, std::uint64_t place);
// Lets the next one have it.
void end_turn(int file, std::uint64_t place);

}  // namespace clc::cache
