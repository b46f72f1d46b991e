package dev.yardmaster.replication.jraft.network;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * A message on a connection. Integers are big-endian.
 *
 * <pre>
 * offset  bytes
 *      0      4  length of everything after this field
 *      4      1  version of this layout, 1
 *      5      1  {@link MessageType#code}
 *      6      8  number
 *     14         the message, a protocol buffer
 * </pre>
 *
 * @param number the number of the request on its connection; a response repeats the number of the
 *     request
 */
record Frame(MessageType type, long number, Message message) {

  private static final int LENGTH_BYTES = 4;
  private static final int NUMBER_OFFSET = 6;
  private static final int HEADER_BYTES = 14;
  private static final byte VERSION = 1;

  /**
   * Writes a frame.
   *
   * @param maxFrameBytes the maximum length of the whole frame, in bytes
   * @throws IllegalArgumentException if the message has no known type, or is too long
   */
  static ByteBuf encode(long number, Message message, int maxFrameBytes) {
    String name = message.getClass().getName();
    MessageType type =
        MessageType.ofClass(name)
            .orElseThrow(() -> new IllegalArgumentException("members do not send a " + name));
    long length = (long) HEADER_BYTES + message.getSerializedSize();
    if (length > maxFrameBytes) {
      throw new IllegalArgumentException(
          "frame of " + length + " bytes with a " + name + " is longer than " + maxFrameBytes);
    }
    byte[] frame = new byte[(int) length];
    ByteBuffer.wrap(frame)
        .putInt(frame.length - LENGTH_BYTES)
        .put(VERSION)
        .put((byte) type.code())
        .putLong(NUMBER_OFFSET, number);
    CodedOutputStream output =
        CodedOutputStream.newInstance(frame, HEADER_BYTES, frame.length - HEADER_BYTES);
    try {
      message.writeTo(output);
      output.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Unpooled.wrappedBuffer(frame);
  }

  /** Sets the number of an encoded frame. The thread that sends the frame sets the number. */
  static void setNumber(ByteBuf frame, long number) {
    frame.setLong(NUMBER_OFFSET, number);
  }

  /**
   * Reads frames. A frame that is too long or malformed causes an exception in the channel's
   * pipeline.
   */
  static final class Decoder extends LengthFieldBasedFrameDecoder {

    Decoder(int maxFrameBytes) {
      super(maxFrameBytes, 0, LENGTH_BYTES);
    }

    @Override
    protected Object decode(ChannelHandlerContext context, ByteBuf in) throws Exception {
      ByteBuf frame = (ByteBuf) super.decode(context, in);
      if (frame == null) {
        return null;
      }
      try {
        return read(frame);
      } finally {
        frame.release();
      }
    }

    private static Frame read(ByteBuf frame) {
      if (frame.readableBytes() < HEADER_BYTES) {
        throw new CorruptedFrameException("frame of only " + frame.readableBytes() + " bytes");
      }
      frame.skipBytes(LENGTH_BYTES);
      int version = frame.readUnsignedByte();
      if (version != VERSION) {
        throw new CorruptedFrameException("frame of the unknown version " + version);
      }
      MessageType type = MessageType.ofCode(frame.readUnsignedByte());
      long number = frame.readLong();
      byte[] bytes = new byte[frame.readableBytes()];
      frame.readBytes(bytes);
      return new Frame(type, number, type.parse(bytes));
    }
  }
}
