package dev.yardmaster.server.connection;

import dev.yardmaster.client.wire.FrameWriter;
import dev.yardmaster.client.wire.schema.Response;
import dev.yardmaster.client.wire.schema.ServerFrame;
import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.MpscUnboundedArrayQueue;

/**
 * The answers on their way to one client. Any thread adds; the connection's event loop writes what
 * is ready into frames. As many are in it at most as the connection has unanswered requests and
 * open transactions.
 */
final class Outbox {

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
    boolean wrote = false;
    int count = 0;
    while (!open || channel.isWritable()) {
      Answer next = answers.poll();
      if (next == null) {
        break;
      }
      Response response = next.toResponse();
      if (response == null) {
        continue;
      }
      response = length.within(response);
      count++;
      if (open) {
        frame.add(ServerFrame.RESPONSES_FIELD_NUMBER, response);
        if (frame.lengthBytes() >= FRAME_BYTES) {
          writeFrame();
          wrote = true;
        }
      }
    }
    if (!frame.isEmpty()) {
      writeFrame();
      wrote = true;
    }
    if (wrote) {
      channel.flush();
    }
    if (count > 0) {
      sent.answered(count);
    }
  }

  private void writeFrame() {
    var unused = channel.write(frame.finish(channel.alloc()), channel.voidPromise());
  }
}
