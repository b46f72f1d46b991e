package dev.yardmaster.storage.log;

import java.nio.ByteBuffer;

/**
 * The table names that were read so far. The keys of a table share a string, unless the file has
 * very many tables. One thread uses an instance.
 */
public final class TableNames {

  private static final int KEPT = 1024;
  private static final int HASH_FACTOR = 31;

  /** The names by their hashes. A name replaces another name with an equal index. */
  private final String[] names = new String[KEPT];

  private String last = "";

  /** Creates an object without names. */
  public TableNames() {}

  /**
   * Returns the name at a position of a buffer.
   *
   * @param length the number of characters
   * @param wide whether each character has two bytes
   */
  String at(ByteBuffer source, int at, int length, boolean wide) {
    if (!wide && isAt(last, source, at, length)) {
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
      // A wide name may be there already.
      name = read.equals(name) ? name : read;
      names[index] = name;
    }
    last = name;
    return name;
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
