package dev.yardmaster.storage.log;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The table names that were read so far. All keys of a table share the same string. One thread uses
 * an instance.
 */
public final class TableNames {

  private static final int MAX_KEPT = 1024;

  private final Map<String, String> known = new HashMap<>();
  private String last = "";

  /** Reads the characters of a name. */
  String take(ByteBuffer source, int length, boolean wide) {
    if (!wide && isLast(source, length)) {
      source.position(source.position() + length);
      return last;
    }
    char[] characters = new char[length];
    for (int i = 0; i < length; i++) {
      characters[i] = wide ? source.getChar() : (char) (source.get() & 0xFF);
    }
    String name = new String(characters);
    if (known.size() == MAX_KEPT) {
      known.clear();
    }
    last = known.computeIfAbsent(name, same -> same);
    return last;
  }

  private boolean isLast(ByteBuffer source, int length) {
    if (last.length() != length) {
      return false;
    }
    int from = source.position();
    for (int i = 0; i < length; i++) {
      if ((source.get(from + i) & 0xFF) != last.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
