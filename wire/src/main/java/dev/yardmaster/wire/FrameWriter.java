package dev.yardmaster.wire;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects messages for one frame, so that messages that are ready at the same time are sent
 * together. A writer is reused, and one thread uses it.
 *
 * <pre>
 *   | length: 4 bytes | fields of a ClientFrame or ServerFrame, one after the other |
 * </pre>
 */
public final class FrameWriter {

  private static final int FIRST_SCRATCH_BYTES = 16 * 1024;
  private static final int MAX_SCRATCH_BYTES = 1024 * 1024;

  private final List<MessageLite> messages = new ArrayList<>();
  private int[] fields = new int[64];
  private byte[] scratch = new byte[FIRST_SCRATCH_BYTES];
  private int lengthBytes;

  /** Returns the number of bytes that a message adds to a frame. */
  public static int lengthBytesOf(int field, MessageLite message) {
    return CodedOutputStream.computeMessageSize(field, message);
  }

  /** Adds a message as a field of the frame. */
  public void add(int field, MessageLite message) {
    if (messages.size() == fields.length) {
      fields = Arrays.copyOf(fields, 2 * fields.length);
    }
    fields[messages.size()] = field;
    messages.add(message);
    lengthBytes += lengthBytesOf(field, message);
  }

  /** Returns whether no message was added since the last frame. */
  public boolean isEmpty() {
    return messages.isEmpty();
  }

  /** Returns the current length of the frame in bytes, without the length field. */
  public int lengthBytes() {
    return lengthBytes;
  }

  /**
   * Returns the frame with its length field, and empties the writer. The caller releases the frame.
   */
  public ByteBuf finish(ByteBufAllocator allocator) {
    try {
      return frame(allocator);
    } finally {
      messages.clear();
      lengthBytes = 0;
    }
  }

  private ByteBuf frame(ByteBufAllocator allocator) {
    byte[] array = lengthBytes <= scratch.length ? scratch : new byte[lengthBytes];
    if (array != scratch && array.length <= MAX_SCRATCH_BYTES) {
      scratch = array;
    }
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(array, 0, lengthBytes);
      for (int i = 0; i < messages.size(); i++) {
        out.writeMessage(fields[i], messages.get(i));
      }
      out.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to an array cannot fail", e);
    }
    ByteBuf frame = allocator.ioBuffer(WireProtocol.LENGTH_BYTES + lengthBytes);
    return frame.writeInt(lengthBytes).writeBytes(array, 0, lengthBytes);
  }
}
