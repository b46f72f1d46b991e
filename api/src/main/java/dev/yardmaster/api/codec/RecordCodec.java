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
 *       a set and the keys of a map have a simple type that is {@code Comparable}, are enums, or
 *       are records that implement {@code Comparable} for their own class;
 *   <li>records whose components have these types, including recursive records;
 *   <li>sealed interfaces that permit only such records and other such interfaces.
 * </ul>
 *
 * <p>A record has at most 100 components. Lists, maps and records are nested at most 8 deep, and
 * have at most 131,072 elements and components in total; each entry of a map counts as two
 * elements. Decoded lists, sets and maps are unmodifiable. A component may be null unless its type
 * is primitive or {@code Optional}.
 *
 * <p>A class may change between releases. Components may be added at the end. When an older value
 * is decoded, a new component is null, an empty {@code Optional}, or the zero of its primitive
 * type. The names of components may change. The order and the types of components must not change,
 * with one exception: {@code byte}, {@code short} or {@code int} may become a wider type among
 * {@code short}, {@code int} and {@code long}. Enum constants, and classes that a sealed interface
 * permits, may be added; their simple names must not change.
 *
 * <p>The codec refuses a value that has more components than the class, and a value of a class that
 * the sealed interface does not permit. Without this check, a program that reads a value and writes
 * it back could lose components that the program does not know. {@link #forwardCompatible} skips
 * the additional components, but still refuses an unknown class.
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
   * Returns a codec that refuses values with more components than the class.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} if a component's type has no codec, if
   *     a record has too many components, or if the record's module does not open the record's
   *     package
   */
  public static <T extends Record> RecordCodec<T> of(Class<T> type) {
    return new RecordCodec<>(type, false);
  }

  /**
   * Returns a codec for all records that a sealed interface permits. The codec refuses values with
   * more components than their class.
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
   * Returns a codec that skips additional components that a newer version of the class has written.
   * Use it only for values that are never written back. It encodes a record as the codec of {@link
   * #of} does.
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

  /** Returns a text for messages that names the class. */
  @Override
  public String toString() {
    return "records of " + type.getName();
  }
}
