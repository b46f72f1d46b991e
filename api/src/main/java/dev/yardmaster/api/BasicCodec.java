package dev.yardmaster.api;

/** Encodes the basic types. */
final class BasicCodec implements ValueCodec<Object> {

  static final BasicCodec INSTANCE = new BasicCodec();

  private BasicCodec() {}

  @Override
  public byte[] encode(Object value) {
    BasicWriter writer = new BasicWriter(expectedBytes(value), BasicFormat.MAX_BYTES);
    writer.writeValue(value);
    return writer.toBytes();
  }

  /** Returns the exact length of the most common results, and a guess for the others. */
  private static int expectedBytes(Object value) {
    if (value instanceof Long || value instanceof Double) {
      return 1 + Long.BYTES;
    }
    if (value instanceof Integer) {
      return 1 + Integer.BYTES;
    }
    return value == null || value instanceof Boolean ? 1 : 64;
  }

  @Override
  public Object decode(byte[] bytes) {
    BasicReader reader = new BasicReader(bytes);
    Object value = reader.readValue();
    reader.end();
    return value;
  }
}
