package dev.yardmaster.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;

/**
 * Reads a frame field by field, so that only one of the messages in the frame is in memory at a
 * time. The reader reads a long frame directly from the buffer in which the frame arrived, and
 * copies a short frame first. A reader is reused; only one thread may use it.
 */
public final class FrameReader {

  private static final int MAX_COPIED_BYTES = 64 * 1024;
  private static final int FIRST_COPY_BYTES = 4 * 1024;
  private static final ExtensionRegistryLite NO_EXTENSIONS =
      ExtensionRegistryLite.getEmptyRegistry();

  private final CodedInputStream nothing = CodedInputStream.newInstance(new byte[0]);
  private byte[] copy = new byte[FIRST_COPY_BYTES];
  private CodedInputStream in = nothing;

  /** The buffer of the long frame that is being read; for a short frame, an empty buffer. */
  private ByteBuf held = Unpooled.EMPTY_BUFFER;

  private int tag;
  private int messageBytes;

  /**
   * Begins to read a frame. The reader takes ownership of the frame's buffer, and later releases
   * the buffer. The caller must later call {@link #end}.
   */
  public void begin(ByteBuf frame) {
    end();
    held = frame;
    int length = frame.readableBytes();
    if (length > MAX_COPIED_BYTES) {
      in = CodedInputStream.newInstance(frame.nioBuffer());
      return;
    }
    if (copy.length < length) {
      copy = new byte[length];
    }
    frame.readBytes(copy, 0, length);
    end();
    in = CodedInputStream.newInstance(copy, 0, length);
  }

  /** Stops reading the frame, whether or not all fields were read. */
  public void end() {
    in = nothing;
    held.release(); // Releasing the empty buffer has no effect.
    held = Unpooled.EMPTY_BUFFER;
  }

  /** Returns the memory that the reader holds until {@link #end} is called, in bytes. */
  public long heldBytes() {
    return held.readableBytes();
  }

  /**
   * Returns the field number of the next field, or 0 at the end of the frame. The caller must then
   * read or skip the field.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_MESSAGE} if the frame is malformed; all
   *     reading methods throw this exception
   */
  public int nextField() {
    try {
      tag = in.readTag();
      return WireFormat.getTagFieldNumber(tag);
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /** Reads a message field. */
  public <M extends MessageLite> M message(Parser<M> parser) {
    expect(WireFormat.WIRETYPE_LENGTH_DELIMITED);
    try {
      int begin = in.getTotalBytesRead();
      M message = in.readMessage(parser, NO_EXTENSIONS);
      messageBytes = in.getTotalBytesRead() - begin;
      return message;
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /**
   * Returns the number of bytes that the last message occupied in the frame, including the
   * message's length field.
   */
  public int messageBytes() {
    return messageBytes;
  }

  /** Reads a number field. */
  public long number() {
    expect(WireFormat.WIRETYPE_VARINT);
    try {
      return in.readUInt64();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /** Reads a boolean field. */
  public boolean flag() {
    return number() != 0;
  }

  /** Skips a field, for example a field with an unknown number. */
  public void skip() {
    try {
      if (!in.skipField(tag)) {
        throw bad("a group ends that did not begin");
      }
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  private void expect(int wireType) {
    if (WireFormat.getTagWireType(tag) != wireType) {
      throw bad("a field is not of its type");
    }
  }

  private YardmasterException bad(String text) {
    return new YardmasterException(
        ErrorCode.BAD_MESSAGE, text, "field", WireFormat.getTagFieldNumber(tag));
  }

  private static YardmasterException malformed(IOException e) {
    return new YardmasterException(
        ErrorCode.BAD_MESSAGE, "a frame is malformed", e, "found", e.getMessage());
  }
}
