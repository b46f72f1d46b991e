package dev.yardmaster.api.codec;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;

/**
 * A codec for the records of one class: {@code RecordCodec.of(Account.class)}. The types of the
 * components may be:
 *
 * <ul>
 *   <li>primitive types and their classes, {@code String}, {@code byte[]}, {@code BigDecimal} and
 *       {@code BigInteger} of at most 1,000 digits, {@code UUID}, {@code Instant}, {@code
 *       Duration}, {@code LocalDate}, and enums;
 *   <li>{@code List}, {@code Set}, {@code Map} and {@code Optional} of these types; the elements of
 *       a set and the keys of a map are simple types with an order, enums, or records that
 *       implement {@code Comparable} of themselves;
 *   <li>records of these types, also a record that contains itself;
 *   <li>sealed interfaces that permit only such records, and further such interfaces.
 * </ul>
 *
 * <p>A record has at most 100 components. Lists, maps and records are nested at most 8 deep, and
 * have at most 131,072 elements and components in total; a key and its value are two elements of a
 * map. Decoded lists, sets and maps are unmodifiable. A component may be null, except if its type
 * is primitive or an {@code Optional}.
 *
 * <p>A class may change between releases. Components may be added at the end. An older value then
 * has null, an empty {@code Optional}, or the zero of a primitive type in a new component. The
 * names of components may change. Order and types must not change, except from {@code byte}, {@code
 * short} or {@code int} to a longer one of {@code short}, {@code int} and {@code long}. Constants
 * of enums, and classes that a sealed interface permits, may be added; their simple names must not
 * change.
 *
 * <p>A value of a newer class, with more components, or of a class that is not permitted, is
 * refused: a program that reads a value and writes it back must not lose what it does not know.
 * {@link #forwardCompatible} skips the further components, but no unknown class.
 *
 * @param <T> the record's class
 */
public final class RecordCodec<T extends Record> implements ValueCodec<T> {

  private final Class<T> type;
  private final ValueCodec<Object> codec;

  private RecordCodec(Class<T> type, boolean skipsAdded) {
    this.type = type;
    ValueType valueType = ValueType.of(type);
    codec =
        new TypedCodec(valueType, new ValueFormats(skipsAdded).of(valueType, type.getSimpleName()));
  }

  /**
   * Returns a codec that refuses values of a newer class.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} if a component's type has no codec, if
   *     a record has too many components, or if its module does not open its package
   */
  public static <T extends Record> RecordCodec<T> of(Class<T> type) {
    return new RecordCodec<>(type, false);
  }

  /**
   * Returns a codec for all records that a sealed interface permits. It refuses values of newer
   * classes.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} in the cases of {@link #of}, and if the
   *     class is not a sealed interface
   */
  @SuppressWarnings("unchecked") // The codec returns records that the interface permits.
  public static <T> ValueCodec<T> ofSealed(Class<T> type) {
    if (!type.isInterface() || !type.isSealed()) {
      throw new YardmasterException(
          ErrorCode.BAD_VALUE, "the class is not a sealed interface", "type", type.getName());
    }
    ValueType valueType = ValueType.of(type);
    return (ValueCodec<T>)
        new TypedCodec(valueType, new ValueFormats(false).of(valueType, type.getSimpleName()));
  }

  /**
   * Returns a codec that skips the further components of a newer class, for values that are never
   * written back. The bytes that it writes are the same.
   *
   * @throws YardmasterException in the same cases as {@link #of}
   */
  public static <T extends Record> RecordCodec<T> forwardCompatible(Class<T> type) {
    return new RecordCodec<>(type, true);
  }

  /**
   * Encodes a record, or null.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} if a component has no encoding, or a
   *     limit is exceeded. The details name the component
   */
  @Override
  public byte[] encode(T value) {
    return codec.encode(value);
  }

  /**
   * Decodes a record, or null.
   *
   * @throws YardmasterException {@link ErrorCode#DAMAGED} if the bytes are not a record of the
   *     class, or if the class's constructor refuses the components
   */
  @Override
  public T decode(byte[] bytes) {
    return type.cast(codec.decode(bytes));
  }

  /** Returns a text for messages, which names the class. */
  @Override
  public String toString() {
    return "records of " + type.getName();
  }
}
