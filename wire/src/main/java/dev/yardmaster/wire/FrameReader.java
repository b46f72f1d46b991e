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
 * Takes a frame apart, field by field, so that of a frame's messages only one is in memory at a
 * time. For one thread; reused.
 */
public final class FrameReader {

  private static final int FIRST_SCRATCH_BYTES = 4 * 1024;
  private static final int MAX_SCRATCH_BYTES = 64 * 1024;
  private static final ExtensionRegistryLite NO_EXTENSIONS =
      ExtensionRegistryLite.getEmptyRegistry();

  private byte[] scratch = new byte[FIRST_SCRATCH_BYTES];
  private CodedInputStream in;
  private int tag;

  /** Begins to read a frame, which is read to its end here; the caller releases it. */
  public void begin(ByteBuf frame) {
    int length = frame.readableBytes();
    byte[] array = length <= scratch.length ? scratch : new byte[length];
    if (array != scratch && length <= MAX_SCRATCH_BYTES) {
      scratch = array;
    }
    frame.readBytes(array, 0, length);
    in = CodedInputStream.newInstance(array, 0, length);
  }

  /**
   * The number of the next field, which is then to be read or skipped; 0 at the frame's end.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_MESSAGE} as all methods that read
   */
  public int nextField() {
    try {
      tag = in.readTag();
      return WireFormat.getTagFieldNumber(tag);
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /** Reads a field that is a message. */
  public <M extends MessageLite> M message(Parser<M> parser) {
    expect(WireFormat.WIRETYPE_LENGTH_DELIMITED);
    try {
      return in.readMessage(parser, NO_EXTENSIONS);
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /** Reads a field that is a number. */
  public long number() {
    expect(WireFormat.WIRETYPE_VARINT);
    try {
      return in.readUInt64();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /** Reads a field that is true or false. */
  public boolean flag() {
    return number() != 0;
  }

  /** Passes over a field, as of one that is not known here. */
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
        ErrorCode.BAD_MESSAGE, "a frame is not of the protocol", e, "found", e.getMessage());
  }
}
