package dev.yardmaster.benchmarks.echo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;

/**
 * Makes the messages of the echo measurement. A message is the length of its body in 4 bytes, most
 * significant byte first, and the body. An instance is for use by one event loop.
 */
final class EchoFrame {

  /** The length of the prefix that holds the body's length, in bytes. */
  static final int PREFIX_BYTES = Integer.BYTES;

  private static final int MAX_BODY_BYTES = 1 << 20;

  private final int bodyBytes;
  private final byte[] content;
  private final ByteBuf constant;

  /**
   * Creates a maker of messages of one length.
   *
   * @param bytes length of a message on the wire, including the prefix
   */
  EchoFrame(EchoKind kind, int bytes) {
    bodyBytes = Math.max(0, bytes - PREFIX_BYTES);
    content = new byte[bodyBytes];
    if (kind == EchoKind.CONSTANT) {
      ByteBuf frame = Unpooled.directBuffer(PREFIX_BYTES + bodyBytes);
      frame.writeInt(bodyBytes).writeZero(bodyBytes);
      constant = Unpooled.unreleasableBuffer(frame.asReadOnly());
    } else {
      constant = null;
    }
  }

  /** Returns the next message. */
  ByteBuf next(ByteBufAllocator allocator) {
    return constant != null
        ? constant.duplicate()
        : allocator
            .ioBuffer(PREFIX_BYTES + bodyBytes)
            .writeInt(bodyBytes)
            .writeBytes(content, 0, bodyBytes);
  }

  /** Returns the answer to a message: the message's body, cut or padded to the answer's length. */
  ByteBuf answerTo(ByteBuf message, ByteBufAllocator allocator) {
    if (constant != null) {
      return constant.duplicate();
    }
    int copied = Math.min(bodyBytes, message.readableBytes());
    return allocator
        .ioBuffer(PREFIX_BYTES + bodyBytes)
        .writeInt(bodyBytes)
        .writeBytes(message, copied)
        .writeZero(bodyBytes - copied);
  }

  /** Returns a handler that cuts the received bytes into bodies. */
  static ChannelHandler decoder() {
    return new LengthFieldBasedFrameDecoder(MAX_BODY_BYTES, 0, PREFIX_BYTES, 0, PREFIX_BYTES);
  }
}
