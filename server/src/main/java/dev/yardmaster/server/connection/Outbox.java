package dev.yardmaster.server.connection;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.wire.FrameWriter;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers to one client. Any thread may add an answer. The connection's event loop writes the
 * answers that are ready into frames. The number of answers is at most the connection's unanswered
 * requests plus its open transactions.
 */
final class Outbox {

  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  /** The length in bytes at which a frame is sent, so that the client can begin to decode it. */
  private static final int FRAME_BYTES = 32 * 1024;

  private final Channel channel;
  private final Sent sent;
  private final AnswerLength length;

  @Shared(
      writers = "threads of the service, the event loop",
      readers = "the connection's event loop",
      access =
          "JCTools MPSC queue, which is unbounded itself; the connection's unanswered requests"
              + " and open transactions bound its length")
  private final MpscUnboundedArrayQueue<Answer> answers = new MpscUnboundedArrayQueue<>(256);

  @Shared(
      writers = "threads of the service set it; the event loop clears it before it polls",
      readers = "the same",
      access = "compare-and-set; only the thread that sets it schedules a write")
  private final AtomicBoolean scheduled = new AtomicBoolean();

  private final FrameWriter frame = new FrameWriter();
  private final ByteBudget budget;

  /** The bytes that the answers in the frame hold. */
  private long frameHolds;

  private final Runnable write = this::write;

  /** Receives the number of answered requests. */
  @FunctionalInterface
  interface Sent {

    /**
     * Receives the number of answers that were written, or dropped with the connection. The event
     * loop calls this method.
     */
    void answered(int count);
  }

  /**
   * Creates an empty outbox.
   *
   * @param budget the budget to which the bytes of answers are charged until they are written to
   *     the network
   */
  Outbox(Channel channel, AnswerLength length, ByteBudget budget, Sent sent) {
    this.budget = budget;
    this.length = length;
    this.channel = channel;
    this.sent = sent;
  }

  /**
   * Adds an answer. Any thread may call this method, even after the server's threads have ended.
   */
  void add(Answer answer) {
    answers.offer(answer);
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      try {
        channel.eventLoop().execute(write);
      } catch (RejectedExecutionException e) {
        LOG.debug("an answer came after the server's threads had ended", e);
      }
    }
  }

  // The event loop calls the following methods.

  /**
   * Continues to write after other connections and other tasks of this thread have had their turn.
   */
  void writeLater() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      // A task without a delay could run before the event loop polls other connections.
      var unused = channel.eventLoop().schedule(write, 0, TimeUnit.NANOSECONDS);
    }
  }

  /** Writes the answers that are ready, but stops when the channel is no longer writable. */
  void write() {
    scheduled.set(false);
    boolean open = channel.isActive();
    int count = 0;
    try {
      Answer next;
      while ((!open || channel.isWritable()) && (next = answers.poll()) != null) {
        Response response = open ? responseOf(next) : null;
        boolean answers = open ? response != null : drops(next);
        Holding held = next.held();
        if (held != null) {
          frameHolds += held.detach();
        }
        count += answers ? 1 : 0;
        if (response != null) {
          add(response);
        }
      }
      if (!frame.isEmpty()) {
        writeFrame();
      }
      channel.flush();
    } catch (RuntimeException | Error bug) { // Only this connection ends.
      LOG.error("answers cannot be written", bug);
      var unused = channel.close();
    } finally {
      // The bytes belong to answers that were dropped with the connection.
      budget.release(frameHolds);
      frameHolds = 0;
      if (count > 0) {
        sent.answered(count);
      }
    }
  }

  /**
   * Returns the response of an answer. If the answer throws an exception, the method closes the
   * connection and counts the answer as written.
   */
  private Response responseOf(Answer answer) {
    try {
      Response response = answer.toResponse();
      return response == null ? null : length.within(response);
    } catch (RuntimeException | Error bug) { // Only this connection ends.
      LOG.error("an answer cannot be written", bug);
      var unused = channel.close();
      return Response.getDefaultInstance();
    }
  }

  /** Drops an answer, and returns whether it is the answer to a request. */
  private static boolean drops(Answer answer) {
    try {
      return answer.drop();
    } catch (RuntimeException | Error bug) { // The other answers must be dropped, too.
      LOG.error("an answer cannot be dropped", bug);
      return true;
    }
  }

  private void add(Response response) {
    frame.add(ServerFrame.RESPONSES_FIELD_NUMBER, response);
    if (frame.lengthBytes() >= FRAME_BYTES) {
      writeFrame();
    }
  }

  private void writeFrame() {
    ChannelFuture written = channel.write(frame.finish(channel.alloc()));
    long holds = frameHolds;
    frameHolds = 0;
    if (holds > 0) {
      var unused = written.addListener(done -> budget.release(holds));
    }
  }
}
