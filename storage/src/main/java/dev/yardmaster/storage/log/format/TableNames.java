package dev.yardmaster.storage.log.format;

import java.nio.ByteBuffer;

/**
 * The table names that a reader has already read. All keys of a table share one string, unless the
 * file has very many tables. So the reader does not create a string for each key. One thread uses
 * an instance.
 */
public final class TableNames {

  private static final int KEPT = 1024;
  private static final int HASH_FACTOR = 31;

  /**
   * The names, indexed by their hashes. If two names have the same index, the name that is read
   * later replaces the earlier name.
   */
  private final String[] names = new String[KEPT];

  /**
   * The encoded characters of each name, 8 characters in each long; empty for a name with two-byte
   * characters.
   */
  private final long[][] words = new long[KEPT][];

  private String last = "";
  private long[] lastWords = {};

  /** Creates an object without names. */
  public TableNames() {}

  /**
   * Returns the name at a position of a little-endian buffer.
   *
   * @param length the number of characters
   * @param wide whether each character has two bytes
   */
  String at(ByteBuffer source, int at, int length, boolean wide) {
    if (!wide && isLastAt(source, at, length)) {
      return last;
    }
    int hash = 0;
    for (int i = 0; i < length; i++) {
      hash = HASH_FACTOR * hash + character(source, at, i, wide);
    }
    int index = (hash ^ (hash >>> 16)) & (KEPT - 1);
    String name = names[index];
    if (wide || name == null || !isAt(name, source, at, length)) {
      char[] characters = new char[length];
      for (int i = 0; i < length; i++) {
        characters[i] = character(source, at, i, wide);
      }
      String read = new String(characters);
      // A name with two-byte characters may already be in the array.
      name = read.equals(name) ? name : read;
      names[index] = name;
      words[index] = wordsOf(name);
    }
    last = name;
    lastWords = words[index];
    return name;
  }

  private static long[] wordsOf(String name) {
    long[] words = new long[name.length() / Long.BYTES + 1];
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) > 0xFF) {
        return new long[0];
      }
      words[i / Long.BYTES] |= (long) name.charAt(i) << (i * Byte.SIZE);
    }
    return words;
  }

  /**
   * Compares the last name with the name at a position. At the position, each character has one
   * byte. Compares 8 characters at a time, for as long as the buffer has 8 more bytes.
   */
  private boolean isLastAt(ByteBuffer source, int at, int length) {
    int whole = length / Long.BYTES;
    if (lastWords.length != whole + 1
        || length != last.length()
        || at + lastWords.length * Long.BYTES > source.limit()) {
      return isAt(last, source, at, length);
    }
    for (int i = 0; i < whole; i++) {
      if (source.getLong(at + i * Long.BYTES) != lastWords[i]) {
        return false;
      }
    }
    long rest = source.getLong(at + whole * Long.BYTES) ^ lastWords[whole];
    return (rest & ((1L << (length * Byte.SIZE)) - 1)) == 0;
  }

  private static char character(ByteBuffer source, int at, int index, boolean wide) {
    return wide ? source.getChar(at + 2 * index) : (char) (source.get(at + index) & 0xFF);
  }

  private static boolean isAt(String name, ByteBuffer source, int at, int length) {
    if (name.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if ((source.get(at + i) & 0xFF) != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
