package dev.yardmaster.api.codec;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the formats of types. A value of each type is written as a value of the {@linkplain
 * dev.yardmaster.api.ValueCodec#basic basic format}, so any reader of that format can read it:
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
 *   BigDecimal                text, as toString; at most 1,000 digits
 *   enum                      text: the constant's name
 *   Optional                  null if empty, otherwise the value
 *   List                      list of the elements
 *   Map                       list: each key, which is Comparable, followed by its value
 *   record                    list of the components, at most 100; see RecordFormat
 *   Object, Number, ...       any basic value
 *   null                      null, except for primitive types and Optional
 * </pre>
 *
 * <p>A value is nested at most 8 lists deep, with 131,072 elements in total; see {@link
 * dev.yardmaster.api.BasicWriter}.
 */
final class ValueFormats {

  /** The maximum number of record types in a value; the types of a generic record may never end. */
  private static final int MAX_RECORDS = 200;

  private final boolean skipsAdded;
  private final Map<ValueType, ValueFormat> records = new HashMap<>();

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
   * @param where what has the type, for the error
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
    if (raw == Map.class) {
      return new NullableFormat(ofMap(type, where));
    }
    if (raw.isEnum()) {
      return new NullableFormat(new EnumFormat(raw));
    }
    if (raw.isRecord()) {
      return ofRecord(type);
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
    // Other keys with equal hashes would make a map slow, and a caller can choose them so.
    if (!Comparable.class.isAssignableFrom(key.raw())) {
      throw unsupported("a map whose keys have no order has no codec", type, where);
    }
    return new MapFormat(of(key, where), of(type.arguments().get(1), where));
  }

  private ValueFormat ofRecord(ValueType type) {
    ValueFormat known = records.get(type);
    if (known != null) {
      return known;
    }
    if (records.size() == MAX_RECORDS) {
      throw unsupported("a value has too many types of records", type, "at most " + MAX_RECORDS);
    }
    RecordFormat format = new RecordFormat(type.raw(), skipsAdded);
    ValueFormat nullable = new NullableFormat(format);
    records.put(type, nullable);
    format.complete(
        component ->
            of(
                type.ofMember(component.getGenericType()),
                type.raw().getSimpleName() + '.' + component.getName()));
    return nullable;
  }

  private static YardmasterException unsupported(String text, ValueType type, String where) {
    return new YardmasterException(ErrorCode.BAD_VALUE, text, "type", type, "of", where);
  }
}
