package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.workloads.Span;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A codec for values of a fixed length. A value is a sequence of numbers, most significant byte
 * first.
 *
 * @param lengthBytes the length of a value, in bytes
 * @param put writes the numbers of a value
 * @param get reads the numbers of a value
 */
record FixedLength<T>(int lengthBytes, BiConsumer<T, ByteBuffer> put, Function<ByteBuffer, T> get)
    implements ValueCodec<T> {

  /** Encodes a span as two numbers: the first id and the count. */
  static final ValueCodec<Span> SPANS =
      new FixedLength<>(
          2 * Integer.BYTES,
          (span, to) -> to.putInt(span.first()).putInt(span.count()),
          from -> new Span(from.getInt(), from.getInt()));

  @Override
  public byte[] encode(T value) {
    ByteBuffer to = ByteBuffer.allocate(lengthBytes);
    put.accept(value, to);
    return to.array();
  }

  @Override
  public T decode(byte[] bytes) {
    if (bytes.length != lengthBytes) {
      throw new IllegalArgumentException(bytes.length + " bytes instead of " + lengthBytes);
    }
    return get.apply(ByteBuffer.wrap(bytes));
  }
}
