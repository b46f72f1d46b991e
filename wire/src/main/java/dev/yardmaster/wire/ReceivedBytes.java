package dev.yardmaster.wire;

import com.google.protobuf.ByteOutput;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Returns the bytes in a field of a received message without a copy. */
public final class ReceivedBytes extends ByteOutput {

  /**
   * The array that a field has passed to this object most recently; null if the field occupies only
   * a part of the array.
   */
  private byte[] whole;

  private ReceivedBytes() {}

  /**
   * Returns the bytes of a field. The array may belong to the message: a caller that changes the
   * array must not use the message afterwards.
   */
  public static byte[] of(ByteString field) {
    ReceivedBytes received = new ReceivedBytes();
    try {
      UnsafeByteOperations.unsafeWriteTo(field, received);
    } catch (IOException e) {
      throw new UncheckedIOException("taking an array cannot fail", e);
    }
    byte[] whole = received.whole;
    return whole != null && whole.length == field.size() ? whole : field.toByteArray();
  }

  @Override
  public void writeLazy(byte[] bytes, int offset, int length) {
    whole = offset == 0 && length == bytes.length ? bytes : null;
  }

  // Protocol Buffers passes a field of a received message as one whole array to writeLazy. It does
  // not call the other methods for such a field. If another method is called, it only clears the
  // array, and the method "of" then copies the bytes.

  @Override
  public void write(byte[] bytes, int offset, int length) {
    whole = null;
  }

  @Override
  public void write(byte value) {
    whole = null;
  }

  @Override
  public void write(ByteBuffer bytes) {
    whole = null;
  }

  @Override
  public void writeLazy(ByteBuffer bytes) {
    whole = null;
  }
}
