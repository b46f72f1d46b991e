package dev.yardmaster.api.codec;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the formats of types. A value of each type is written in the {@linkplain
 * dev.yardmaster.api.ValueCodec#basic basic format}, so any reader of the basic format can read the
 * value:
 *
 * <pre>
 *   boolean                   false or true
 *   byte, short, char, int    int                        a reader also accepts a long in the range
 *   long                      long                       a reader also accepts an int
 *   float, double             double
 *   String                    text
 *   byte[]                    bytes
 *   UUID                      bytes: 16
 *   Instant, Duration         bytes: seconds 8, nanoseconds 4
 *   LocalDate                 long: days since 1970-01-01
 *   BigDecimal, BigInteger    text, as toString; at most 1,000 digits
 *   enum                      text: the constant's name
 *   Optional                  null if empty, otherwise the value
 *   List                      list of the elements
 *   Set                       list of the elements, which are ordered
 *   Map                       list: each key, which is ordered, followed by its value
 *   record                    list of the components, at most 100; see RecordFormat
 *   sealed interface          list: the name of the record's class, then its components
 *   Object, Number, ...       any basic value
 *   null                      null, except for primitive types and Optional
 * </pre>
 *
 * <p>The ordered types are the {@link Comparable} scalar types of the table, enums, and records
 * that implement {@code Comparable} for their own class. Elements of sets and keys of maps must be
 * ordered because a caller can choose keys with equal hashes. A hash table stays fast with such
 * keys only if it can compare the keys.
 *
 * <p>Lists are nested at most 8 deep, and have at most 131,072 elements in total; see {@link
 * dev.yardmaster.api.BasicWriter}.
 */
final class ValueFormats {

  /**
   * The maximum number of record types and sealed interfaces in a value. A recursive generic record
   * can have infinitely many types.
   */
  private static final int MAX_RECORDS = 200;

  private final boolean skipsAdded;
  private final Map<ValueType, RecordFormat> records = new HashMap<>();
  private final Map<ValueType, ValueFormat> interfaces = new HashMap<>();

  /**
   * Creates a finder for the types of one value.
   *
   * @param skipsAdded whether records skip the components of newer classes
   */
  ValueFormats(boolean skipsAdded) {
    this.skipsAdded = skipsAdded;
  }

  /**
   * Returns the format of a type.
   *
   * @param where a description, for the error, of the place where the type occurs
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} if the type, or a type that it
   *     contains, has no format
   */
  ValueFormat of(ValueType type, String where) {
    Class<?> raw = type.raw();
    ValueFormat scalar = ScalarFormat.of(raw);
    if (scalar != null) {
      return scalar;
    }
    if (BasicTypes.has(raw)) {
      return new BasicTypes();
    }
    if (raw == Optional.class) {
      return ofOptional(type, where);
    }
    if (raw.isAssignableFrom(List.class)) {
      return new NullableFormat(new ListFormat(of(type.arguments().get(0), where)));
    }
    if (raw == Set.class) {
      requireOrder(type, type.arguments().get(0), where);
      return new NullableFormat(new SetFormat(of(type.arguments().get(0), where)));
    }
    if (raw == Map.class) {
      return new NullableFormat(ofMap(type, where));
    }
    if (raw.isEnum()) {
      return new NullableFormat(new EnumFormat(raw));
    }
    if (raw.isRecord()) {
      return new NullableFormat(ofRecord(type));
    }
    if (raw.isInterface() && raw.isSealed()) {
      return ofSealed(type, where);
    }
    throw unsupported("the type has no codec", type, where);
  }

  private ValueFormat ofOptional(ValueType type, String where) {
    ValueType value = type.arguments().get(0);
    if (value.raw() == Optional.class) {
      throw unsupported("an Optional of an Optional has no codec", type, where);
    }
    return new OptionalFormat(of(value, where));
  }

  private ValueFormat ofMap(ValueType type, String where) {
    ValueType key = type.arguments().get(0);
    requireOrder(type, key, where);
    return new MapFormat(of(key, where), of(type.arguments().get(1), where));
  }

  /**
   * Checks that the keys are ordered. Otherwise a caller could choose keys with equal hashes and
   * make the hash table slow.
   */
  private static void requireOrder(ValueType type, ValueType key, String where) {
    Class<?> raw = key.raw();
    boolean isOrdered =
        raw.isRecord()
            ? Arrays.stream(raw.getGenericInterfaces())
                .anyMatch(
                    each ->
                        each instanceof ParameterizedType generic
                            && generic.getRawType() == Comparable.class
                            && generic.getActualTypeArguments()[0] == raw)
            : raw.isEnum()
                || (ScalarFormat.of(raw) != null && Comparable.class.isAssignableFrom(raw));
    if (!isOrdered) {
      throw unsupported("a set or map whose keys have no order has no codec", type, where);
    }
  }

  private ValueFormat ofSealed(ValueType type, String where) {
    ValueFormat known = interfaces.get(type);
    if (known != null) {
      return known;
    }
    requireRoom(type);
    SealedFormat format = new SealedFormat(type.raw());
    ValueFormat nullable = new NullableFormat(format);
    interfaces.put(type, nullable);
    permit(type, format, where);
    return nullable;
  }

  /**
   * Adds the records that a sealed interface permits directly or through other sealed interfaces.
   */
  private void permit(ValueType type, SealedFormat format, String where) {
    for (Class<?> permitted : type.raw().getPermittedSubclasses()) {
      ValueType subtype = type.ofSubclass(permitted);
      if (permitted.isInterface() && permitted.isSealed()) {
        permit(subtype, format, where);
      } else if (!permitted.isRecord()) {
        throw unsupported(
            "a sealed interface has a codec only if it permits records alone", subtype, where);
      } else if (!format.permit(permitted, ofRecord(subtype))) {
        throw unsupported(
            "a sealed interface with a codec permits no two classes of one simple name",
            subtype,
            where);
      }
    }
  }

  private void requireRoom(ValueType type) {
    if (records.size() + interfaces.size() >= MAX_RECORDS) {
      throw unsupported("a value has too many types of records", type, "at most " + MAX_RECORDS);
    }
  }

  private RecordFormat ofRecord(ValueType type) {
    RecordFormat known = records.get(type);
    if (known != null) {
      return known;
    }
    requireRoom(type);
    RecordFormat format = new RecordFormat(type.raw(), skipsAdded);
    records.put(type, format);
    format.complete(
        component ->
            of(
                type.ofMember(component.getGenericType()),
                type.raw().getSimpleName() + '.' + component.getName()));
    return format;
  }

  private static YardmasterException unsupported(String text, ValueType type, String where) {
    return new YardmasterException(ErrorCode.BAD_VALUE, text, "type", type, "of", where);
  }
}
