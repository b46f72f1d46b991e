package dev.yardmaster.benchmarks.echo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;

/**
 * A message of the echo: the length of its body in 4 bytes, most significant first, and the body.
 */
final class EchoFrame {

  /** Length of what stands before the body. */
  static final int PREFIX_BYTES = Integer.BYTES;

  private static final int MAX_BODY_BYTES = 1 << 20;

  private EchoFrame() {}

  /**
   * A message that takes so many bytes on the wire, its prefix included; written any number of
   * times.
   */
  static ByteBuf of(int bytes) {
    int body = Math.max(0, bytes - PREFIX_BYTES);
    ByteBuf frame = Unpooled.directBuffer(PREFIX_BYTES + body);
    frame.writeInt(body).writeZero(body);
    return Unpooled.unreleasableBuffer(frame.asReadOnly());
  }

  /** Cuts what comes in into bodies. */
  static ChannelHandler decoder() {
    return new LengthFieldBasedFrameDecoder(MAX_BODY_BYTES, 0, PREFIX_BYTES, 0, PREFIX_BYTES);
  }
}
