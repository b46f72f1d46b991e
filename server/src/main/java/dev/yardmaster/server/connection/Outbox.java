package dev.yardmaster.server.connection;

import dev.yardmaster.wire.FrameWriter;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers on their way to one client. Any thread adds; the connection's event loop writes what
 * is ready into frames. As many are in it at most as the connection has unanswered requests and
 * open transactions.
 */
final class Outbox {

  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  /** A frame is sent once it has this many bytes, so that its reader can begin. */
  private static final int FRAME_BYTES = 32 * 1024;

  private final Channel channel;
  private final Sent sent;
  private final AnswerLength length;
  private final MpscUnboundedArrayQueue<Answer> answers = new MpscUnboundedArrayQueue<>(256);
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final FrameWriter frame = new FrameWriter();
  private final Runnable write = this::write;

  /** Hears how many requests were answered. */
  @FunctionalInterface
  interface Sent {

    /** So many answers were written, or dropped with the connection. The event loop. */
    void answered(int count);
  }

  Outbox(Channel channel, AnswerLength length, Sent sent) {
    this.length = length;
    this.channel = channel;
    this.sent = sent;
  }

  /** Adds an answer. Any thread. */
  void add(Answer answer) {
    answers.offer(answer);
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      channel.eventLoop().execute(write);
    }
  }

  // The event loop.

  /** Writes what is ready, as far as the client takes it. */
  void write() {
    scheduled.set(false);
    boolean open = channel.isActive();
    int count = 0;
    try {
      Answer next;
      while ((!open || channel.isWritable()) && (next = answers.poll()) != null) {
        Response response = responseOf(next);
        if (response == null) {
          continue;
        }
        count++;
        if (open) {
          add(response);
        }
      }
      if (!frame.isEmpty()) {
        writeFrame();
      }
      channel.flush();
    } finally {
      if (count > 0) {
        sent.answered(count);
      }
    }
  }

  /** The response; an answer that cannot be written ends the connection, and counts as written. */
  private Response responseOf(Answer answer) {
    try {
      Response response = answer.toResponse();
      return response == null ? null : length.within(response);
    } catch (RuntimeException bug) {
      LOG.error("an answer cannot be written", bug);
      var unused = channel.close();
      return Response.getDefaultInstance();
    }
  }

  private void add(Response response) {
    frame.add(ServerFrame.RESPONSES_FIELD_NUMBER, response);
    if (frame.lengthBytes() >= FRAME_BYTES) {
      writeFrame();
    }
  }

  private void writeFrame() {
    var unused = channel.write(frame.finish(channel.alloc()), channel.voidPromise());
  }
}
