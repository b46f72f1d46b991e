package dev.yardmaster.jdbc.sql;

/**
 * SipHash-1-3 of a sequence of 64-bit words. The hash is cheap, and without its key an attacker
 * cannot choose words that collide. An object hashes one sequence and is not thread-safe.
 *
 * <p>Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF", section 2, with one round
 * for each word and three rounds at the end. The number of words replaces the length in bytes.
 */
final class KeyedHash {
  private long v0;
  private long v1;
  private long v2;
  private long v3;
  private int words;

  KeyedHash(long key0, long key1) {
    v0 = key0 ^ 0x736f6d6570736575L;
    v1 = key1 ^ 0x646f72616e646f6dL;
    v2 = key0 ^ 0x6c7967656e657261L;
    v3 = key1 ^ 0x7465646279746573L;
  }

  /** Adds a word. */
  void add(long word) {
    v3 ^= word;
    round();
    v0 ^= word;
    words++;
  }

  /** Adds the length of a text and its characters, four in each word. */
  void add(CharSequence text) {
    int length = text.length();
    add(length);
    for (int at = 0; at < length; at += 4) {
      long word = 0;
      for (int i = at; i < Math.min(at + 4, length); i++) {
        word = word << 16 | text.charAt(i);
      }
      add(word);
    }
  }

  /** Returns the hash of all words. Call this method only once. */
  long finish() {
    add((long) words << 56);
    v2 ^= 0xff;
    round();
    round();
    round();
    return v0 ^ v1 ^ v2 ^ v3;
  }

  private void round() {
    v0 += v1;
    v1 = Long.rotateLeft(v1, 13) ^ v0;
    v0 = Long.rotateLeft(v0, 32);
    v2 += v3;
    v3 = Long.rotateLeft(v3, 16) ^ v2;
    v0 += v3;
    v3 = Long.rotateLeft(v3, 21) ^ v0;
    v2 += v1;
    v1 = Long.rotateLeft(v1, 17) ^ v2;
    v2 = Long.rotateLeft(v2, 32);
  }
}
