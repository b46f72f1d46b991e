package dev.yardmaster.api.table;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The id of a key, in several parts: {@code KeyTuple.of("ada", 17, time)}. Tuples are ordered by
 * their first parts, then by their second parts, and so on. A tuple is less than every longer tuple
 * that begins with it. A part may be
 *
 * <ul>
 *   <li>a {@code Long}; an {@code Integer}, {@code Short} or {@code Byte} is converted to a {@code
 *       Long}
 *   <li>a {@code Double}, in the order of {@link Double#compare}
 *   <li>a {@code String}, in the order of its UTF-8 bytes, as in keys with one part
 *   <li>a {@code byte[]}, in the order of its unsigned bytes
 *   <li>a {@link UUID}, in the order of the unsigned bytes; this is also the order of the text form
 *   <li>an {@link Instant}
 * </ul>
 *
 * <p>Parts of different types are ordered by their types, in the order of this list. Instances are
 * immutable.
 */
public final class KeyTuple implements Comparable<KeyTuple> {

  /**
   * The maximum number of bytes of an encoded tuple. A number has 9 bytes, a UUID 17 and a time 13.
   * A text or byte string has 2 more bytes than its length, and 1 more for each zero byte.
   */
  public static final int MAX_BYTES = Key.MAX_ID_BYTES - 1;

  private final List<Object> parts;
  private final byte[] encoded;

  private KeyTuple(List<Object> parts, byte[] encoded) {
    this.parts = Collections.unmodifiableList(parts);
    this.encoded = encoded;
  }

  /**
   * Returns the tuple with the given parts.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if there is no part, a part is null or
   *     has another type, a text is not valid Unicode, or the tuple is longer than {@link
   *     #MAX_BYTES}
   */
  public static KeyTuple of(Object... parts) {
    if (parts == null || parts.length == 0) {
      throw new YardmasterException(ErrorCode.BAD_KEY, "a tuple has at least one part", "parts", 0);
    }
    List<Object> copies = new ArrayList<>(parts.length);
    for (Object part : parts) {
      copies.add(part instanceof byte[] bytes ? bytes.clone() : widened(part));
    }
    return new KeyTuple(copies, encode(copies));
  }

  private static Object widened(Object part) {
    return part instanceof Integer || part instanceof Short || part instanceof Byte
        ? (Object) ((Number) part).longValue()
        : part;
  }

  private static byte[] encode(List<Object> parts) {
    ByteArrayOutputStream to = new ByteArrayOutputStream(32);
    for (int i = 0; i < parts.size(); i++) {
      Object part = parts.get(i);
      if (!TupleFormat.write(part, to)) {
        throw new YardmasterException(
            ErrorCode.BAD_KEY,
            "a part of a tuple is a number, a text, bytes, a UUID or an Instant",
            "part",
            i,
            "type",
            part == null ? "null" : part.getClass().getName());
      }
      if (part instanceof String text && !TupleFormat.isUnicode(text)) {
        throw new YardmasterException(
            ErrorCode.BAD_KEY, "a text in a tuple is valid Unicode", "part", i);
      }
      if (to.size() > MAX_BYTES) {
        throw new YardmasterException(
            ErrorCode.BAD_KEY,
            "a tuple has at most " + MAX_BYTES + " bytes",
            "part",
            i,
            "length",
            to.size() + " bytes");
      }
    }
    return to.toByteArray();
  }

  /**
   * Returns the tuple that is the id of a key.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the key's id is not a tuple
   */
  public static KeyTuple of(Key key) {
    byte[] id = new byte[key.kind() == Key.Kind.BYTES ? key.idLength() : 0];
    for (int i = 0; i < id.length; i++) {
      id[i] = key.idByte(i);
    }
    try {
      KeyTuple tuple = of(TupleFormat.read(id).toArray());
      if (Arrays.equals(tuple.encoded, id)) {
        return tuple;
      }
    } catch (RuntimeException notATuple) {
      throw notATuple(key, notATuple);
    }
    throw notATuple(key, null);
  }

  private static YardmasterException notATuple(Key key, @Nullable Throwable cause) {
    return new YardmasterException(
        ErrorCode.BAD_KEY, "the key's id is not a tuple", cause, "key", key);
  }

  /**
   * Returns the key with this id in a table.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the table's name is not valid
   */
  public Key key(String table) {
    return Key.of(table, encoded);
  }

  /**
   * Returns a scan of the entries of a table whose ids begin with the parts of this tuple, lowest
   * key first.
   *
   * @param limit the maximum number of entries; 1 to {@link Scan#MAX_LIMIT}
   * @throws YardmasterException in the same cases as {@link Scan}
   */
  public Scan prefix(String table, int limit) {
    return Scan.forward(key(table), end(table), limit);
  }

  /**
   * Returns the first key after the entries of a table whose ids begin with the parts of this
   * tuple. The key's id is not a tuple; the key only marks the end of a range.
   */
  public Key end(String table) {
    byte[] end = Arrays.copyOf(encoded, encoded.length + 1);
    end[encoded.length] = TupleFormat.AFTER;
    return Key.of(table, end);
  }

  /** Returns the number of parts. */
  public int size() {
    return parts.size();
  }

  /**
   * Returns a part. All whole numbers are {@code Long}. The caller owns a returned array.
   *
   * @param index the part's position; the first part has the position 0
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the part has another type
   * @throws IndexOutOfBoundsException if there is no such part
   */
  public <T> T part(int index, Class<T> type) {
    Object part = parts.get(index);
    if (!type.isInstance(part)) {
      throw new YardmasterException(
          ErrorCode.BAD_KEY,
          "the part of the tuple is not a " + type.getSimpleName(),
          "part",
          index,
          "tuple",
          this);
    }
    return type.cast(part instanceof byte[] bytes ? bytes.clone() : part);
  }

  @Override
  public int compareTo(KeyTuple other) {
    return Arrays.compareUnsigned(encoded, other.encoded);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyTuple tuple && Arrays.equals(encoded, tuple.encoded);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(encoded);
  }

  /** Returns a text for messages, in the form {@code ("ada", 17)}. */
  @Override
  public String toString() {
    List<String> texts = parts.stream().map(KeyTuple::textOf).toList();
    return '(' + String.join(", ", texts) + ')';
  }

  private static String textOf(Object part) {
    if (part instanceof byte[] bytes) {
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    return part instanceof String text ? '"' + text + '"' : part.toString();
  }
}
