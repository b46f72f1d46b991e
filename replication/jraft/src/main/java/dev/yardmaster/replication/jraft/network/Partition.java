package dev.yardmaster.replication.jraft.network;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;

/**
 * Cuts a member off from all others, so that tests can see what a cluster makes of it. Messages are
 * lost while connections stay open, as behind a firewall that drops them. Any thread may call the
 * methods.
 */
public final class Partition {

  private volatile boolean losesReceived;

  private volatile boolean losesSent;

  /** From now on, loses the messages from other members, those to them, or both; or none. */
  public void lose(boolean received, boolean sent) {
    losesReceived = received;
    losesSent = sent;
  }

  /** Returns the handler of one connection, through which whole messages pass. */
  ChannelHandler handler() {
    return new ChannelDuplexHandler() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        if (losesReceived) {
          ReferenceCountUtil.release(message);
        } else {
          context.fireChannelRead(message);
        }
      }

      @Override
      public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (losesSent) {
          ReferenceCountUtil.release(message);
          promise.trySuccess();
        } else {
          var unused = context.write(message, promise);
        }
      }
    };
  }
}
