package dev.yardmaster.api.codec;

import dev.yardmaster.api.BasicReader;
import dev.yardmaster.api.BasicWriter;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import org.jspecify.annotations.NullUnmarked;

/** Encodes the values of one type. */
@NullUnmarked // Internal: fields and results may be null.
record TypedCodec(ValueType type, ValueFormat format) implements ValueCodec<Object> {

  @Override
  public byte[] encode(Object value) {
    BasicWriter writer = new BasicWriter();
    try {
      format.write(value, writer);
    } catch (YardmasterException error) {
      throw error;
    } catch (RuntimeException thrown) { // For example a value of another class.
      throw new YardmasterException(
          ErrorCode.BAD_VALUE,
          "the value cannot be encoded",
          thrown,
          "type",
          type,
          "value",
          value == null ? "null" : value.getClass().getName());
    }
    return writer.toBytes();
  }

  @Override
  public Object decode(byte[] bytes) {
    BasicReader reader = new BasicReader(bytes);
    try {
      Object value = format.read(reader);
      reader.end();
      return value;
    } catch (YardmasterException error) {
      throw error;
    } catch (RuntimeException thrown) { // A type may refuse a value with any exception.
      throw new YardmasterException(
          ErrorCode.DAMAGED, "the value cannot be decoded", thrown, "type", type);
    }
  }
}
