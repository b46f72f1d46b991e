package dev.yardmaster.benchmarks.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.RedisMessage;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * A connection on which any number of commands may await their replies. Commands are gathered in
 * one buffer, which goes out when no more replies are at hand, or else as soon as the event loop
 * has nothing before it. For the event loop only.
 */
final class RedisConnection extends ChannelInboundHandlerAdapter {

  private static final int BUFFER_BYTES = 16 * 1024;

  /** Takes a reply, which is released afterwards; an error if the connection broke. No throwing. */
  interface Reply extends Consumer<RedisMessage> {}

  private final ArrayDeque<Reply> awaited = new ArrayDeque<>();
  private final Consumer<RedisConnection> isRead;
  private ChannelHandlerContext context;
  private ByteBuf gathered;
  private boolean reading;

  /** Why nothing can be sent any more, or null. */
  private ErrorRedisMessage broken;

  /**
   * One that is yet to be connected.
   *
   * @param isRead told which connection replies are taken from, and null afterwards
   */
  RedisConnection(Consumer<RedisConnection> isRead) {
    this.isRead = isRead;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  /** Sends a command; its reply is taken in its turn. */
  void send(Reply reply, byte[]... words) {
    if (broken != null) {
      reply.accept(broken);
      return;
    }
    if (gathered == null) {
      gathered = context.alloc().directBuffer(BUFFER_BYTES);
      if (!reading) {
        context.executor().execute(this::flush);
      }
    }
    Resp.command(gathered, words);
    awaited.add(reply);
  }

  private void flush() {
    if (gathered != null) {
      ByteBuf out = gathered;
      gathered = null;
      var unused = context.writeAndFlush(out, context.voidPromise());
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    reading = true;
    isRead.accept(this);
    try {
      awaited.remove().accept((RedisMessage) message);
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext from) {
    reading = false;
    isRead.accept(null);
    flush();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
    breakOff(cause.toString());
    var unused = from.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext from) {
    breakOff("redis-server hung up");
  }

  private void breakOff(String why) {
    if (broken == null) {
      broken = new ErrorRedisMessage(why);
      for (Reply reply = awaited.poll(); reply != null; reply = awaited.poll()) {
        reply.accept(broken);
      }
    }
  }
}
