package dev.yardmaster.proof.simulator;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.ServerFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.function.UnaryOperator;

/**
 * A handler that changes the frames that a client or server sends. The handler receives each frame
 * as one buffer.
 */
final class ChangedFrames extends ChannelOutboundHandlerAdapter {

  private static final int LENGTH_BYTES = 4;

  private final UnaryOperator<byte[]> change;

  private ChangedFrames(UnaryOperator<byte[]> change) {
    this.change = change;
  }

  static ChangedFrames ofClient(UnaryOperator<ClientFrame> change) {
    return new ChangedFrames(
        bytes -> {
          try {
            return change.apply(ClientFrame.parseFrom(bytes)).toByteArray();
          } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("a client sends frames", e);
          }
        });
  }

  static ChangedFrames ofServer(UnaryOperator<ServerFrame> change) {
    return new ChangedFrames(
        bytes -> {
          try {
            return change.apply(ServerFrame.parseFrom(bytes)).toByteArray();
          } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("a server sends frames", e);
          }
        });
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    ByteBuf frame = (ByteBuf) message;
    byte[] bytes =
        ByteBufUtil.getBytes(
            frame, frame.readerIndex() + LENGTH_BYTES, frame.readableBytes() - LENGTH_BYTES);
    frame.release();
    byte[] changed = change.apply(bytes);
    var unused =
        context.write(
            context.alloc().ioBuffer().writeInt(changed.length).writeBytes(changed), promise);
  }
}
