package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.WireProtocol;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Splits a connection's bytes into frames up to a maximum length, and strips the length field. The
 * length is checked before anything is allocated. The bytes of an unfinished frame are charged to
 * the connection's budget, and the frame must be complete within a time limit. The decoder can
 * pause while the connection reads the last frame. During the pause, the bytes of the following
 * frames count as unfinished. The decoder belongs to the connection's event loop.
 */
final class FrameDecoder extends LengthFieldBasedFrameDecoder {

  private final ByteBudget budget;
  private final int timeoutMs;
  private final Consumer<YardmasterException> refused;

  /** The number of charged bytes of the unfinished frame. */
  private int charged;

  /**
   * The number of complete frames, by which the timer recognizes that the same frame is still
   * unfinished.
   */
  private long frames;

  private ScheduledFuture<?> timer;
  private boolean removed;
  private boolean paused;
  private ChannelHandlerContext context;

  /**
   * Creates a decoder.
   *
   * @param refused receives the reason when the connection must end
   */
  FrameDecoder(
      int maxBytes, ByteBudget budget, int timeoutMs, Consumer<YardmasterException> refused) {
    super(
        maxBytes + WireProtocol.LENGTH_BYTES,
        0,
        WireProtocol.LENGTH_BYTES,
        0,
        WireProtocol.LENGTH_BYTES);
    this.budget = budget;
    this.timeoutMs = timeoutMs;
    this.refused = refused;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  /** Stops passing on frames until {@link #resume} is called. */
  void pause() {
    paused = true;
  }

  /** Passes on the frames that have arrived during the pause. */
  void resume() throws Exception {
    paused = false;
    channelRead(context, Unpooled.EMPTY_BUFFER);
  }

  boolean isPaused() {
    return paused;
  }

  @Override
  protected Object decode(ChannelHandlerContext context, ByteBuf in) throws Exception {
    if (paused) {
      return null;
    }
    Object frame = super.decode(context, in);
    if (frame != null) {
      frames++;
    }
    return frame;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    super.channelRead(context, message);
    account(context);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    if (paused) {
      // The event ends the read. Without a complete frame, the superclass would continue to read.
      context.fireChannelReadComplete();
    } else {
      super.channelReadComplete(context);
    }
  }

  private void account(ChannelHandlerContext context) {
    int unfinished = removed ? 0 : actualReadableBytes();
    if (unfinished > charged && !budget.charge(unfinished - charged)) {
      refused.accept(
          new YardmasterException(
              ErrorCode.OVERLOADED,
              "the server has no room for more bytes of unfinished frames",
              "bytes",
              unfinished));
      return;
    }
    if (unfinished < charged) {
      budget.release(charged - unfinished);
    }
    charged = unfinished;
    if (charged > 0 && timer == null) {
      time(context);
    }
  }

  private void time(ChannelHandlerContext context) {
    long framesBefore = frames;
    timer =
        context
            .executor()
            .schedule(() -> isDue(context, framesBefore), timeoutMs, TimeUnit.MILLISECONDS);
  }

  private void isDue(ChannelHandlerContext context, long framesBefore) {
    timer = null;
    if (charged == 0) {
      return;
    }
    // While the server does not read, the rest of a frame cannot arrive.
    if (frames == framesBefore && context.channel().config().isAutoRead()) {
      refused.accept(
          new YardmasterException(
              ErrorCode.BAD_MESSAGE, "a frame must be complete within " + timeoutMs + " ms"));
    } else {
      time(context);
    }
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) {
    removed = true;
    if (timer != null) {
      // The timer is cancelled, because a scheduled timer would keep the closed connection in
      // memory.
      timer.cancel(false);
    }
    budget.release(charged);
    charged = 0;
  }
}
