package dev.yardmaster.server.connection;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.FrameReader;
import dev.yardmaster.wire.WireProtocol;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads the frames of one connection field by field. In one turn of the event loop, a connection
 * reads a limited number of requests. The rest of the frame is charged to the connection's budget,
 * and is read after other connections and other tasks of the thread have had their turn. Until
 * then, the decoder passes on no further frame. The connection's event loop owns the object.
 */
final class FrameTurns {

  /** The name of the decoder in the channel's pipeline. */
  static final String DECODER = "frames";

  /** The maximum number of requests of a frame that are processed in one turn. */
  private static final int MAX_REQUESTS_PER_TURN = 128;

  /** Receives the fields of the frames. */
  interface Fields {

    /** Reads or skips the next field, and returns whether the field is a request. */
    boolean read(int field, FrameReader from);

    /** Returns whether the rest of the frame must be dropped, because the connection ends. */
    boolean isEnding();
  }

  private final Channel channel;
  private final ByteBudget budget;
  private final int frameTimeoutMs;
  private final Fields fields;
  private final Runnable nextTurn;
  private final Consumer<YardmasterException> refused;
  private final FrameReader reader = new FrameReader();
  private FrameDecoder decoder;

  /** Whether frames may be longer than the first frame. */
  private boolean acceptsLonger;

  /** The charged bytes of a frame that waits for its next turn. */
  private long frameCharge;

  /**
   * Adds the decoder of the first frame to the channel's pipeline.
   *
   * @param before the handler that receives the frames
   * @param nextTurn is run by the event loop at the next turn of a frame, and must call {@link
   *     #read}
   * @param refused receives the reason when the connection must end
   */
  FrameTurns(
      ChannelHandlerContext before,
      ByteBudget budget,
      int frameTimeoutMs,
      Fields fields,
      Runnable nextTurn,
      Consumer<YardmasterException> refused) {
    this.channel = before.channel();
    this.budget = budget;
    this.frameTimeoutMs = frameTimeoutMs;
    this.fields = fields;
    this.nextTurn = nextTurn;
    this.refused = refused;
    decoder = newDecoder(WireProtocol.MAX_HELLO_BYTES);
    before.pipeline().addBefore(before.name(), DECODER, decoder);
  }

  private FrameDecoder newDecoder(int maxBytes) {
    return new FrameDecoder(maxBytes, budget, frameTimeoutMs, refused);
  }

  /**
   * Replaces the decoder by a decoder that accepts longer frames. Only the first call has an
   * effect. Call this method only after the first frame is read to its end, because the replaced
   * decoder passes its remaining bytes to the new decoder.
   */
  void acceptLonger(int maxBytes) {
    if (!acceptsLonger) {
      acceptsLonger = true;
      decoder = newDecoder(maxBytes);
      channel.pipeline().replace(DECODER, DECODER, decoder);
    }
  }

  /** Begins to read a frame. The caller must then call {@link #read}. */
  void begin(ByteBuf frame) {
    reader.begin(frame);
  }

  /**
   * Reads the frame to its end, or until the turn's maximum number of requests is reached.
   *
   * @return whether the frame is at its end
   */
  boolean read() {
    int taken = 0;
    int field;
    while (!fields.isEnding() && (field = reader.nextField()) != 0) {
      if (fields.read(field, reader)) {
        taken++;
        if (taken >= MAX_REQUESTS_PER_TURN && pause()) {
          return false;
        }
      }
    }
    end();
    return true;
  }

  /**
   * Leaves the rest of the frame for the next turn.
   *
   * @return false if the budget has no room for the rest; the caller must then read the rest now
   */
  private boolean pause() {
    if (!acceptsLonger) {
      return false; // The decoder is replaced after this frame, which is short.
    }
    if (frameCharge == 0) {
      long bytes = reader.heldBytes();
      if (!budget.charge(bytes)) {
        return false;
      }
      frameCharge = bytes;
    }
    decoder.pause();
    // A task without a delay could run before the event loop polls other connections.
    var unused = channel.eventLoop().schedule(nextTurn, 0, TimeUnit.NANOSECONDS);
    return true;
  }

  /** Returns whether the rest of a frame waits for its next turn. */
  boolean isPaused() {
    return decoder.isPaused();
  }

  /** Passes on the frames that have arrived while a frame waited for its next turn. */
  void resume() throws Exception {
    decoder.resume();
  }

  /** Ends the frame, and drops its unread rest. */
  void end() {
    reader.end();
    budget.release(frameCharge);
    frameCharge = 0;
  }

  /** Stops decoding. Bytes that arrive later are dropped. */
  void removeDecoder() {
    if (channel.pipeline().get(DECODER) != null) {
      channel.pipeline().remove(DECODER);
    }
  }
}
