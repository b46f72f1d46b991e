package dev.yardmaster.api;

import org.jspecify.annotations.Nullable;

/** Encodes the basic types. */
final class BasicCodec implements ValueCodec<@Nullable Object> {

  static final BasicCodec INSTANCE = new BasicCodec();

  private BasicCodec() {}

  @Override
  public byte[] encode(@Nullable Object value) {
    BasicWriter writer = new BasicWriter(expectedBytes(value), BasicFormat.MAX_BYTES);
    writer.writeValue(value);
    return writer.toBytes();
  }

  /**
   * Returns the exact encoded length of a number, a boolean or null, and an estimate for other
   * values.
   */
  private static int expectedBytes(@Nullable Object value) {
    if (value instanceof Long || value instanceof Double) {
      return 1 + Long.BYTES;
    }
    if (value instanceof Integer) {
      return 1 + Integer.BYTES;
    }
    return value == null || value instanceof Boolean ? 1 : 64;
  }

  @Override
  @SuppressWarnings("NullAway") // On JDK 17 it does not see that the codec's type is nullable.
  public @Nullable Object decode(byte[] bytes) {
    BasicReader reader = new BasicReader(bytes);
    @Nullable Object value = reader.readValue();
    reader.end();
    return value;
  }
}
