package dev.yardmaster.storage.log.format;

import dev.yardmaster.api.Key;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A written key with its value, in the buffer of a reader. {@link WriteFormat} describes the bytes.
 * A reader reuses the object for the next write, so a visitor must copy the data that it needs
 * later. One thread uses an instance.
 */
public final class StoredWrite {

  private static final Key.Kind[] KINDS = Key.Kind.values();
  private static final int DELETED = -1;
  private static final int HASH_FACTOR = 31;

  private final TableNames tables;
  private ByteBuffer source;
  private String table;
  private Key.Kind kind;
  private int idAt;
  private int idLength;
  private int valueAt;
  private int valueLength;

  /** Creates an object without a write; a reader fills it. */
  StoredWrite(TableNames tables) {
    this.tables = tables;
  }

  /** Reads the write at a position of a buffer, and returns the position after it. */
  int read(ByteBuffer from, int at) {
    source = from;
    int tag = from.get(at);
    int nameAt = at + 2;
    int nameLength = from.get(at + 1) & 0xFF;
    boolean wide = WriteFormat.hasWideTable(tag);
    table = tables.at(from, nameAt, nameLength, wide);
    kind = KINDS[WriteFormat.kind(tag)];
    idAt = nameAt + (wide ? 2 : 1) * nameLength;
    idLength = Long.BYTES;
    if (kind != Key.Kind.NUMBER) {
      idLength = from.getShort(idAt);
      idAt += Short.BYTES;
    }
    int end = idAt + idLength;
    if (WriteFormat.isDeleted(tag)) {
      valueLength = DELETED;
      return end;
    }
    valueLength = from.getInt(end);
    valueAt = end + Integer.BYTES;
    return valueAt + valueLength;
  }

  /**
   * Returns the name of the key's table. For consecutive writes of one table, the method returns
   * the same object.
   */
  public String table() {
    return table;
  }

  /** Returns the type of the key's id. */
  public Key.Kind kind() {
    return kind;
  }

  /** Returns the id of a {@link Key.Kind#NUMBER} key. */
  public long number() {
    return source.getLong(idAt);
  }

  /** Returns the length of the key's id in bytes; 8 for a number. */
  public int idLength() {
    return idLength;
  }

  /** Copies the id of a text or bytes key, {@link #idLength} bytes, to a position of an array. */
  public void copyId(byte[] into, int at) {
    source.get(idAt, into, at, idLength);
  }

  /** Returns a hash of the id of a text or bytes key. */
  public int idHash() {
    int hash = 0;
    for (int i = 0; i < idLength; i++) {
      hash = HASH_FACTOR * hash + source.get(idAt + i);
    }
    return hash;
  }

  /** Returns whether the write deletes its key. */
  public boolean isDeletion() {
    return valueLength == DELETED;
  }

  /** Returns the length of the value in bytes; the write must not be a deletion. */
  public int valueLength() {
    return valueLength;
  }

  /** Copies the value, {@link #valueLength} bytes, to a position of an array. */
  public void copyValue(byte[] into, int at) {
    source.get(valueAt, into, at, valueLength);
  }

  /** Returns the key as a new object. */
  public Key key() {
    return switch (kind) {
      case NUMBER -> Key.of(table, number());
      case TEXT -> Key.of(table, new String(id(), StandardCharsets.UTF_8));
      case BYTES -> Key.restored(table, id());
    };
  }

  private byte[] id() {
    byte[] id = new byte[idLength];
    copyId(id, 0);
    return id;
  }

  /** Returns the value as a new array; null if the write is a deletion. */
  public byte[] value() {
    if (isDeletion()) {
      return null;
    }
    byte[] value = new byte[valueLength];
    copyValue(value, 0);
    return value;
  }
}
