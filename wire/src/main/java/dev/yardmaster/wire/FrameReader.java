package dev.yardmaster.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import io.netty.buffer.ByteBuf;
import java.io.IOException;

/**
 * Reads a frame field by field, so that only one of the frame's messages is in memory at a time. A
 * reader is reused, and one thread uses it.
 */
public final class FrameReader {

  private static final int FIRST_SCRATCH_BYTES = 4 * 1024;
  private static final int MAX_SCRATCH_BYTES = 64 * 1024;
  private static final ExtensionRegistryLite NO_EXTENSIONS =
      ExtensionRegistryLite.getEmptyRegistry();

  private byte[] scratch = new byte[FIRST_SCRATCH_BYTES];
  private CodedInputStream in;
  private long heldBytes;
  private int tag;

  /**
   * Starts to read a frame. This reader reads all bytes of the frame; the caller releases the
   * frame.
   */
  public void begin(ByteBuf frame) {
    int length = frame.readableBytes();
    byte[] array = length <= scratch.length ? scratch : new byte[length];
    if (array != scratch && length <= MAX_SCRATCH_BYTES) {
      scratch = array;
    }
    frame.readBytes(array, 0, length);
    in = CodedInputStream.newInstance(array, 0, length);
    heldBytes = array == scratch ? 0 : length;
  }

  /** Returns the memory of the frame in bytes, as far as the reader does not reuse it. */
  public long heldBytes() {
    return heldBytes;
  }

  /**
   * Returns the number of the next field, or 0 at the end of the frame. The caller must then read
   * or skip the field.
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
      return in.readMessage(parser, NO_EXTENSIONS);
    } catch (IOException e) {
      throw malformed(e);
    }
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
