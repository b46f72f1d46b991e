package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.Closing;
import dev.yardmaster.wire.schema.Leadership;
import dev.yardmaster.wire.schema.ServerFrame;
import dev.yardmaster.wire.schema.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

/**
 * Writes those frames of a connection that contain no answers. The connection's event loop owns the
 * object.
 */
final class ControlFrames {

  private final Channel channel;

  ControlFrames(Channel channel) {
    this.channel = channel;
  }

  void welcome(Welcome welcome) {
    write(ServerFrame.newBuilder().setWelcome(welcome));
  }

  /** Answers a ping. */
  void pong(long number) {
    write(ServerFrame.newBuilder().setPong(number));
  }

  /** Notifies the client of the cluster's leader. */
  void leadership(Leadership leadership) {
    write(ServerFrame.newBuilder().setLeadership(leadership));
  }

  /** Notifies the client that the server accepts no more requests, or ends the connection. */
  void closing(ErrorCode code, String reason) {
    write(
        ServerFrame.newBuilder()
            .setClosing(Closing.newBuilder().setCode(code.name()).setReason(reason)));
  }

  private void write(ServerFrame.Builder builder) {
    ServerFrame frame = builder.build();
    int lengthBytes = frame.getSerializedSize();
    ByteBuf bytes = channel.alloc().ioBuffer(WireProtocol.LENGTH_BYTES + lengthBytes);
    bytes.writeInt(lengthBytes).writeBytes(frame.toByteArray());
    var unused = channel.writeAndFlush(bytes, channel.voidPromise());
  }
}
