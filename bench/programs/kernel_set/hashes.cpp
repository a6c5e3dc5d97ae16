// Kernels that hash and encrypt, checked by OpenSSL and by definition.
#include <array>

#include <openssl/evp.h>

#include "kernel_set/case.h"

namespace clc::bench {
namespace {

// The words of the digests of messages of `length` bytes each.
Bytes digests(const Bytes& messages, std::size_t length, const EVP_MD* method) {
  const auto size = static_cast<std::size_t>(EVP_MD_get_size(method));
  Bytes result(messages.size() / length * size);
  for (std::size_t i = 0; i < messages.size() / length; ++i) {
    EVP_Digest(&messages[i * length], length, &result[i * size], nullptr, method, nullptr);
  }
  return result;
}

// Bytes in the order of a big-endian machine, as words.
std::vector<std::uint32_t> big_endian_words(const Bytes& bytes) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  for (std::size_t i = 0; i < bytes.size(); ++i) words[i / 4] = words[i / 4] << 8U | bytes[i];
  return words;
}

Case md5(std::size_t factor) {
  const Bytes messages = random_bytes(16 * 4096 * factor);
  Case result("md5", {4096 * factor}, {64});
  return result.input(messages).output(digests(messages, 16, EVP_md5()));
}

Case sha256(std::size_t factor) {
  const Bytes messages = random_bytes(32 * 2048 * factor);
  Case result("sha256", {2048 * factor}, {64});
  result.input(big_endian_words(messages)).output(big_endian_words(digests(messages, 32, EVP_sha256())));
  return result;
}

Case crc32(std::size_t factor) {
  const std::size_t blocks = 256 * factor;
  constexpr std::size_t k_length = 512;
  const Bytes bytes = random_bytes(blocks * k_length);
  std::vector<std::uint32_t> expected;
  for (std::size_t block = 0; block < blocks; ++block) {
    std::uint32_t sum = ~0U;
    for (std::size_t bit = 0; bit < 8 * k_length; ++bit) {
      const std::uint32_t next = static_cast<std::uint32_t>(bytes[block * k_length + bit / 8]) >> bit % 8 & 1U;
      sum = sum >> 1U ^ (((sum ^ next) & 1U) != 0 ? 0xedb88320U : 0);
    }
    expected.push_back(~sum);
  }
  Case result("crc32", {blocks}, {64});
  return result.input(bytes).output(expected).value(static_cast<std::int32_t>(k_length));
}

std::uint8_t times(std::uint8_t a, std::uint8_t b) {
  std::uint32_t product = 0;
  for (unsigned bit = 0; bit < 8; ++bit) {
    if ((b >> bit & 1U) != 0) product ^= static_cast<std::uint32_t>(a) << bit;
  }
  for (unsigned bit = 14; bit >= 8; --bit) {
    if ((product >> bit & 1U) != 0) product ^= 0x11bU << (bit - 8);
  }
  return static_cast<std::uint8_t>(product);
}

// AES's substitution: the inverse in the field, then an affine map.
Bytes substitution() {
  Bytes box(256);
  for (unsigned value = 0; value < 256; ++value) {
    unsigned inverse = 0;
    for (unsigned other = 1; other < 256 && inverse == 0; ++other) {
      if (times(static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(other)) == 1) inverse = other;
    }
    const unsigned twice = inverse << 8U | inverse;
    box[value] =
        static_cast<std::uint8_t>((twice ^ twice >> 4U ^ twice >> 5U ^ twice >> 6U ^ twice >> 7U ^ 0x63U) & 255U);
  }
  return box;
}

Bytes round_keys(const Bytes& key, const Bytes& box) {
  Bytes keys = key;
  std::uint8_t round = 1;
  while (keys.size() < 11 * std::size_t{16}) {
    const std::size_t at = keys.size();
    std::array<std::uint8_t, 4> word{keys[at - 4], keys[at - 3], keys[at - 2], keys[at - 1]};
    if (at % 16 == 0) {
      word = {static_cast<std::uint8_t>(box[word[1]] ^ round), box[word[2]], box[word[3]], box[word[0]]};
      round = times(round, 2);
    }
    for (std::size_t i = 0; i < 4; ++i) keys.push_back(keys[at - 16 + i] ^ word[i]);
  }
  return keys;
}

Case aes(std::size_t factor) {
  const std::size_t blocks = 4096 * factor;
  const Bytes messages = random_bytes(16 * blocks);
  const Bytes key = random_bytes(16, 2);
  Bytes expected(messages.size() + 16);
  EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
  int length = 0;
  EVP_EncryptInit_ex(context, EVP_aes_128_ecb(), nullptr, key.data(), nullptr);
  EVP_EncryptUpdate(context, expected.data(), &length, messages.data(), static_cast<int>(messages.size()));
  EVP_CIPHER_CTX_free(context);
  expected.resize(messages.size());
  const Bytes box = substitution();
  Case result("aes", {blocks}, {64});
  return result.input(messages).output(expected).input(box).input(round_keys(key, box));
}

}  // namespace

std::vector<Maker> hash_cases() {
  return {{"md5", md5}, {"sha256", sha256}, {"crc32", crc32, k_last}, {"aes", aes, k_last}};
}

}  // namespace clc::bench
