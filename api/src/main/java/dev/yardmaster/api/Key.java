package dev.yardmaster.api;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The name of one value: a table and an id within the table. Instances are immutable.
 *
 * <p>Keys are ordered by table name and then by the type of the id: numbers, texts, byte strings.
 * Numbers are ordered by value, texts and byte strings by their unsigned bytes. A number, a text
 * and a byte string are different keys even if their encodings are equal.
 */
public final class Key implements Comparable<Key> {

  /** The maximum number of characters of a table's name. */
  public static final int MAX_TABLE_LENGTH = 128;

  /** The prefix of reserved tables' names. */
  public static final String RESERVED_PREFIX = "yardmaster.";

  /** The maximum number of bytes of an id. A text is measured in UTF-8. */
  public static final int MAX_ID_BYTES = 1024;

  /** The type of an id. The order of the constants is the order of keys within a table. */
  public enum Kind {
    /** A signed 64-bit number. */
    NUMBER,
    /** A text, stored in UTF-8. */
    TEXT,
    /** A string of bytes. */
    BYTES
  }

  /**
   * The name of the table that keeps the outcomes of transactions with an id. All keys of this
   * table refer to this String object, and keys of other tables do not, so the table can be
   * recognized by identity.
   */
  static final String OUTCOMES = RESERVED_PREFIX + "outcomes";

  /**
   * The name of the table that keeps the definitions of typed tables. All keys of this table refer
   * to this String object, and keys of other tables do not, so the table can be recognized by
   * identity.
   */
  private static final String DEFINITIONS = RESERVED_PREFIX + "tables";

  private static final int KINDS = Kind.values().length;
  private static final byte[] NONE = {};

  private final String table;
  private final Kind kind;
  private final long number;
  private final byte[] bytes;

  private Key(String table, Kind kind, long number, byte[] bytes) {
    this.table = table;
    this.kind = kind;
    this.number = number;
    this.bytes = bytes;
  }

  /**
   * Returns a key whose id is a number.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the table's name is null, empty,
   *     longer than {@link #MAX_TABLE_LENGTH} or reserved
   */
  public static Key of(String table, long id) {
    return new Key(checkTable(table), Kind.NUMBER, id, NONE);
  }

  /**
   * Returns a key whose id is a text.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the table's name or the id is null,
   *     empty or over its limit, or the name is reserved
   */
  public static Key of(String table, String id) {
    checkTable(table);
    if (id == null) {
      throw badId(table, "null");
    }
    return new Key(table, Kind.TEXT, 0, checkId(table, id.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Returns a key whose id is a string of bytes. The bytes are copied.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the table's name or the id is null,
   *     empty or over its limit, or the name is reserved
   */
  public static Key of(String table, byte[] id) {
    checkTable(table);
    if (id == null) {
      throw badId(table, "null");
    }
    return new Key(table, Kind.BYTES, 0, checkId(table, id).clone());
  }

  /**
   * Returns the key of an entry that the service has stored. The key's table may be reserved. Logic
   * must not use a reserved key, even if this method returned it.
   *
   * @param id a string of bytes; the method copies it
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the table's name or the id is null,
   *     empty or over its limit, or if the name is reserved and is not the name of a table of the
   *     service
   */
  public static Key restored(String table, byte[] id) {
    if (OUTCOMES.equals(table) && id != null) {
      return ofOutcome(checkId(table, id).clone());
    }
    return DEFINITIONS.equals(table) && id != null
        ? new Key(DEFINITIONS, Kind.BYTES, 0, checkId(table, id).clone())
        : of(table, id);
  }

  /**
   * Returns the reserved key under which the log of a database keeps the definition of a typed
   * table.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the table's name is null, empty,
   *     longer than {@link #MAX_TABLE_LENGTH}, reserved, or not valid Unicode
   */
  public static Key ofDefinition(String table) {
    byte[] id = checkTable(table).getBytes(StandardCharsets.UTF_8);
    if (!new String(id, StandardCharsets.UTF_8).equals(table)) {
      throw new YardmasterException(
          ErrorCode.BAD_KEY, "the name of a typed table is valid Unicode", "table", table);
    }
    return new Key(DEFINITIONS, Kind.BYTES, 0, id);
  }

  /**
   * Returns the name of the typed table whose definition is stored under this key; null if this key
   * does not come from {@link #ofDefinition}.
   */
  @SuppressWarnings("ReferenceEquality") // Only keys of definitions refer to this String object.
  public @Nullable String definedTable() {
    return table == DEFINITIONS ? new String(bytes, StandardCharsets.UTF_8) : null;
  }

  /** Returns a key in the table of outcomes. The key takes ownership of the array. */
  static Key ofOutcome(byte[] id) {
    return new Key(OUTCOMES, Kind.BYTES, 0, id);
  }

  /**
   * Returns a key that is greater than all keys of a table and less than all keys of the next
   * table. No key of any table equals this key, provided that the table's name is printable.
   */
  static Key endOf(String table) {
    return new Key(table + '\0', Kind.NUMBER, Long.MIN_VALUE, NONE);
  }

  private static String checkTable(String table) {
    if (table == null || table.isEmpty() || table.length() > MAX_TABLE_LENGTH) {
      throw new YardmasterException(
          ErrorCode.BAD_KEY,
          "a table's name has 1 to " + MAX_TABLE_LENGTH + " characters",
          "table",
          table == null ? "null" : table.isEmpty() ? "empty" : table.length() + " characters");
    }
    if (table.startsWith(RESERVED_PREFIX)) {
      throw new YardmasterException(
          ErrorCode.BAD_KEY,
          "tables that begin with " + RESERVED_PREFIX + " are reserved for the service",
          "table",
          table);
    }
    return table;
  }

  private static byte[] checkId(String table, byte[] id) {
    if (id.length == 0 || id.length > MAX_ID_BYTES) {
      throw badId(table, id.length == 0 ? "empty" : id.length + " bytes");
    }
    return id;
  }

  private static YardmasterException badId(String table, String id) {
    return new YardmasterException(
        ErrorCode.BAD_KEY,
        "a key's id has 1 to " + MAX_ID_BYTES + " bytes",
        "table",
        table,
        "id",
        id);
  }

  /** Returns the table's name. */
  public String table() {
    return table;
  }

  /**
   * Returns whether the table is reserved for the service. Logic must not read or write a reserved
   * table.
   */
  @SuppressWarnings("ReferenceEquality") // Only reserved keys refer to these String objects.
  public boolean isReserved() {
    return table == OUTCOMES || table == DEFINITIONS;
  }

  /** Returns the type of the id. */
  public Kind kind() {
    return kind;
  }

  /** Returns the id of a {@link Kind#NUMBER} key; 0 for other kinds. */
  public long number() {
    return number;
  }

  /** Returns the length of the id in bytes. A number has 8 bytes. */
  public int idLength() {
    return kind == Kind.NUMBER ? Long.BYTES : bytes.length;
  }

  /** Returns the {@code index}-th byte of a text or bytes id. */
  public byte idByte(int index) {
    return bytes[index];
  }

  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof Key key && equalTo(key));
  }

  private boolean equalTo(Key key) {
    return number == key.number
        && kind == key.kind
        && (kind == Kind.NUMBER || Arrays.equals(bytes, key.bytes))
        && table.equals(key.table);
  }

  @Override
  public int hashCode() {
    int id = kind == Kind.NUMBER ? Long.hashCode(number) : Arrays.hashCode(bytes);
    return (table.hashCode() * KINDS + kind.ordinal()) * 31 + id;
  }

  @Override
  public int compareTo(Key other) {
    int byTable = table.compareTo(other.table);
    if (byTable != 0) {
      return byTable;
    }
    int byKind = kind.compareTo(other.kind);
    if (byKind != 0) {
      return byKind;
    }
    return kind == Kind.NUMBER
        ? Long.compare(number, other.number)
        : Arrays.compareUnsigned(bytes, other.bytes);
  }

  /**
   * Returns a text for messages, in the form {@code table/17}, {@code table/"text"} or {@code
   * table/0xbytes}.
   */
  @Override
  public String toString() {
    return switch (kind) {
      case NUMBER -> table + '/' + number;
      case TEXT -> table + "/\"" + new String(bytes, StandardCharsets.UTF_8) + '"';
      case BYTES -> table + "/0x" + HexFormat.of().formatHex(bytes);
    };
  }
}
