package dev.yardmaster.replication.jraft.network;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;

/**
 * Cuts off a member from all other members, so that tests can observe how a cluster reacts.
 * Messages are lost while connections stay open, as with a firewall that drops packets. Any thread
 * may call the methods.
 */
public final class Partition {

  private volatile boolean losesReceived;

  private volatile boolean losesSent;

  /**
   * Sets whether messages from other members are lost, and whether messages to other members are
   * lost.
   */
  public void lose(boolean received, boolean sent) {
    losesReceived = received;
    losesSent = sent;
  }

  /** Returns a handler for one connection. The handler loses or forwards whole messages. */
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
