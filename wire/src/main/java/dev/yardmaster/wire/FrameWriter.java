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
 * Collects messages in one frame, so that messages that are ready at the same time are sent
 * together. A writer is reused; only one thread may use it.
 *
 * <pre>
 *   | length: 4 bytes | fields of a ClientFrame or ServerFrame, one after the other |
 * </pre>
 */
public final class FrameWriter {

  private static final int FIRST_SCRATCH_BYTES = 16 * 1024;

  /** A longer frame is written directly to the buffer, without an intermediate copy. */
  private static final int MAX_SCRATCH_BYTES = 64 * 1024;

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
    if (lengthBytes > MAX_SCRATCH_BYTES) {
      return longFrame(allocator);
    }
    if (lengthBytes > scratch.length) {
      scratch = new byte[lengthBytes];
    }
    write(CodedOutputStream.newInstance(scratch, 0, lengthBytes));
    ByteBuf frame = allocator.ioBuffer(WireProtocol.LENGTH_BYTES + lengthBytes);
    return frame.writeInt(lengthBytes).writeBytes(scratch, 0, lengthBytes);
  }

  private ByteBuf longFrame(ByteBufAllocator allocator) {
    ByteBuf frame = allocator.ioBuffer(WireProtocol.LENGTH_BYTES + lengthBytes);
    boolean written = false;
    try {
      frame.writeInt(lengthBytes);
      write(CodedOutputStream.newInstance(frame.nioBuffer(frame.writerIndex(), lengthBytes)));
      frame.writerIndex(frame.writerIndex() + lengthBytes);
      written = true;
      return frame;
    } finally {
      if (!written) {
        frame.release();
      }
    }
  }

  private void write(CodedOutputStream out) {
    try {
      for (int i = 0; i < messages.size(); i++) {
        out.writeMessage(fields[i], messages.get(i));
      }
      out.flush();
      out.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
  }
}
