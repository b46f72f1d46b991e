package dev.yardmaster.api.codec;

import dev.yardmaster.api.BasicReader;
import dev.yardmaster.api.BasicWriter;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;

/**
 * The format of a type whose values have no parts of their own.
 *
 * @param <T> the type
 * @param absent the value of a component that an older record does not have
 */
@NullUnmarked // Internal: fields and results may be null.
record ScalarFormat<T>(
    Class<T> type, BiConsumer<T, BasicWriter> writer, Function<BasicReader, T> reader, T absent)
    implements ValueFormat {

  /**
   * The maximum number of digits of a decimal number. The time to parse a number is quadratic in
   * the number of digits.
   */
  static final int MAX_DIGITS = 1000;

  /** The greatest whole number with {@link #MAX_DIGITS} digits. */
  private static final BigInteger MOST = BigInteger.TEN.pow(MAX_DIGITS).subtract(BigInteger.ONE);

  private static final int MAX_BITS = MOST.bitLength();

  /** The maximum total number of characters of the sign, the decimal point and the exponent. */
  private static final int OTHER_CHARACTERS = 20;

  private static final int TIME_BYTES = Long.BYTES + Integer.BYTES;
  private static final int MAX_NANOS = 999_999_999;

  private static final Map<Class<?>, ValueFormat> BY_TYPE = new HashMap<>();

  static {
    add(
        boolean.class,
        Boolean.class,
        false,
        (value, to) -> to.writeBoolean(value),
        BasicReader::readBoolean);
    add(
        byte.class,
        Byte.class,
        (byte) 0,
        (value, to) -> to.writeInt(value),
        from -> (byte) from.readInt(Byte.MIN_VALUE, Byte.MAX_VALUE));
    add(
        short.class,
        Short.class,
        (short) 0,
        (value, to) -> to.writeInt(value),
        from -> (short) from.readInt(Short.MIN_VALUE, Short.MAX_VALUE));
    add(
        char.class,
        Character.class,
        '\0',
        (value, to) -> to.writeInt(value),
        from -> (char) from.readInt(Character.MIN_VALUE, Character.MAX_VALUE));
    add(
        int.class,
        Integer.class,
        0,
        (value, to) -> to.writeInt(value),
        from -> from.readInt(Integer.MIN_VALUE, Integer.MAX_VALUE));
    add(long.class, Long.class, 0L, (value, to) -> to.writeLong(value), BasicReader::readLong);
    add(float.class, Float.class, 0f, (value, to) -> to.writeDouble(value), ScalarFormat::toFloat);
    add(
        double.class,
        Double.class,
        0.0,
        (value, to) -> to.writeDouble(value),
        BasicReader::readDouble);
    add(String.class, (value, to) -> to.writeText(value), BasicReader::readText);
    add(byte[].class, (value, to) -> to.writeBytes(value), BasicReader::readBytes);
    add(BigDecimal.class, ScalarFormat::writeDecimal, ScalarFormat::toDecimal);
    add(BigInteger.class, ScalarFormat::writeInteger, ScalarFormat::toInteger);
    add(UUID.class, ScalarFormat::writeUuid, ScalarFormat::toUuid);
    add(
        LocalDate.class,
        (value, to) -> to.writeLong(value.toEpochDay()),
        from -> LocalDate.ofEpochDay(from.readLong()));
    add(
        Instant.class,
        (value, to) -> writeTime(value.getEpochSecond(), value.getNano(), to),
        from -> {
          ByteBuffer time = toTime(from);
          return Instant.ofEpochSecond(time.getLong(), time.getInt());
        });
    add(
        Duration.class,
        (value, to) -> writeTime(value.getSeconds(), value.getNano(), to),
        from -> {
          ByteBuffer time = toTime(from);
          return Duration.ofSeconds(time.getLong(), time.getInt());
        });
  }

  /** Returns the format of a type; null if the type is not in the table. */
  static ValueFormat of(Class<?> type) {
    return BY_TYPE.get(type);
  }

  private static <T> void add(
      Class<?> primitive,
      Class<T> box,
      T zero,
      BiConsumer<T, BasicWriter> writer,
      Function<BasicReader, T> reader) {
    BY_TYPE.put(primitive, new ScalarFormat<>(box, writer, reader, zero));
    add(box, writer, reader);
  }

  private static <T> void add(
      Class<T> type, BiConsumer<T, BasicWriter> writer, Function<BasicReader, T> reader) {
    BY_TYPE.put(type, new NullableFormat(new ScalarFormat<>(type, writer, reader, null)));
  }

  @Override
  public void write(Object value, BasicWriter to) {
    writer.accept(type.cast(value), to);
  }

  @Override
  public Object read(BasicReader from) {
    return reader.apply(from);
  }

  private static float toFloat(BasicReader from) {
    double number = from.readDouble();
    if ((float) number != number && !Double.isNaN(number)) {
      throw ValueFormat.damaged("a number is not a float", "number", number);
    }
    return (float) number;
  }

  private static void writeDecimal(BigDecimal value, BasicWriter to) {
    if (value.precision() > MAX_DIGITS) {
      throw new YardmasterException(
          ErrorCode.BAD_VALUE,
          "a decimal number has at most " + MAX_DIGITS + " digits",
          "digits",
          value.precision());
    }
    to.writeText(value.toString());
  }

  private static BigDecimal toDecimal(BasicReader from) {
    String text = from.readText();
    if (text.length() > MAX_DIGITS + OTHER_CHARACTERS) {
      throw ValueFormat.damaged(
          "a decimal number has at most " + MAX_DIGITS + " digits", "characters", text.length());
    }
    return new BigDecimal(text);
  }

  private static void writeInteger(BigInteger value, BasicWriter to) {
    // Checking first avoids toString for a very large number, which would take long.
    if (value.bitLength() > MAX_BITS || value.abs().compareTo(MOST) > 0) {
      throw new YardmasterException(
          ErrorCode.BAD_VALUE,
          "a whole number has at most " + MAX_DIGITS + " digits",
          "bits",
          value.bitLength());
    }
    to.writeText(value.toString());
  }

  private static BigInteger toInteger(BasicReader from) {
    String text = from.readText();
    int digits = text.startsWith("-") || text.startsWith("+") ? text.length() - 1 : text.length();
    if (digits > MAX_DIGITS) {
      throw ValueFormat.damaged(
          "a whole number has at most " + MAX_DIGITS + " digits", "digits", digits);
    }
    return new BigInteger(text);
  }

  private static void writeUuid(UUID value, BasicWriter to) {
    to.writeBytes(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(value.getMostSignificantBits())
            .putLong(value.getLeastSignificantBits())
            .array());
  }

  private static UUID toUuid(BasicReader from) {
    ByteBuffer bytes = block(from, 2 * Long.BYTES);
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  private static void writeTime(long seconds, int nanos, BasicWriter to) {
    to.writeBytes(ByteBuffer.allocate(TIME_BYTES).putLong(seconds).putInt(nanos).array());
  }

  private static ByteBuffer toTime(BasicReader from) {
    ByteBuffer time = block(from, TIME_BYTES);
    int nanos = time.getInt(Long.BYTES);
    if (nanos < 0 || nanos > MAX_NANOS) {
      throw ValueFormat.damaged("nanoseconds are 0 to " + MAX_NANOS, "nanoseconds", nanos);
    }
    return time;
  }

  private static ByteBuffer block(BasicReader from, int length) {
    byte[] bytes = from.readBytes();
    if (bytes.length != length) {
      throw ValueFormat.damaged(
          "the value has " + length + " bytes", "length", bytes.length + " bytes");
    }
    return ByteBuffer.wrap(bytes);
  }
}
