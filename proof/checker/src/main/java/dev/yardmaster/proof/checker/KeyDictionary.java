package dev.yardmaster.proof.checker;

import dev.yardmaster.api.Key;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Object2IntHashMap;
import org.jspecify.annotations.NullUnmarked;

/** Numbers the keys of a history from 0, and maps such a number back to its key for reports. */
@NullUnmarked // Internal: fields and results may be null.
final class KeyDictionary {

  private static final int NONE = -1;

  private static final class Table {
    private final String name;
    private final Long2LongHashMap numbers = new Long2LongHashMap(NONE);
    private final Object2IntHashMap<ByteBuffer> texts = new Object2IntHashMap<>(NONE);
    private final Object2IntHashMap<ByteBuffer> bytes = new Object2IntHashMap<>(NONE);

    private Table(String name) {
      this.name = name;
    }
  }

  private final List<Table> tables = new ArrayList<>();
  private int size;

  /** Returns the number of keys. */
  int size() {
    return size;
  }

  void addTable(String name) {
    tables.add(new Table(name));
  }

  int of(int table, long number) {
    Long2LongHashMap numbers = tables.get(table).numbers;
    int key = (int) numbers.get(number);
    if (key == NONE) {
      key = size++;
      numbers.put(number, key);
    }
    return key;
  }

  int of(int table, Key.Kind kind, byte[] buffer, int idOffset, int idLength) {
    Table keys = tables.get(table);
    Object2IntHashMap<ByteBuffer> ids = kind == Key.Kind.TEXT ? keys.texts : keys.bytes;
    int key = ids.getValue(ByteBuffer.wrap(buffer, idOffset, idLength));
    if (key == NONE) {
      key = size++;
      byte[] id = Arrays.copyOfRange(buffer, idOffset, idOffset + idLength);
      ids.put(ByteBuffer.wrap(id), key);
    }
    return key;
  }

  /**
   * Returns the key that has this number. The method searches all keys, which is fast enough
   * because reports contain only few keys.
   */
  Key keyOf(int key) {
    for (Table table : tables) {
      Key found = find(table, key);
      if (found != null) {
        return found;
      }
    }
    throw new IllegalArgumentException("no such key: key=" + key + ", keys=" + size);
  }

  private static Key find(Table table, int key) {
    for (var numbers = table.numbers.entrySet().iterator(); numbers.hasNext(); ) {
      numbers.next();
      if (numbers.getLongValue() == key) {
        return Key.of(table.name, numbers.getLongKey());
      }
    }
    byte[] text = find(table.texts, key);
    if (text != null) {
      return Key.of(table.name, new String(text, StandardCharsets.UTF_8));
    }
    byte[] bytes = find(table.bytes, key);
    return bytes == null ? null : Key.restored(table.name, bytes);
  }

  private static byte[] find(Object2IntHashMap<ByteBuffer> ids, int key) {
    for (var entries = ids.entrySet().iterator(); entries.hasNext(); ) {
      entries.next();
      if (entries.getIntValue() == key) {
        ByteBuffer id = entries.getKey();
        byte[] bytes = new byte[id.remaining()];
        id.get(id.position(), bytes);
        return bytes;
      }
    }
    return null;
  }
}
