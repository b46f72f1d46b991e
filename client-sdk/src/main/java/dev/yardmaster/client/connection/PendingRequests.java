package dev.yardmaster.client.connection;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.logging.Loggers;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.slf4j.Logger;

/**
 * The requests of a connection that have not ended. Threads pass submitted requests to the
 * connection's event loop. There the requests first wait, in order, to be sent, and then wait for
 * an answer. The connection's event loop owns the object, unless the Javadoc of a method says
 * otherwise.
 */
final class PendingRequests {

  private static final Logger LOG = Loggers.of(PendingRequests.class);

  /**
   * The additional time, in ns, for which the client waits for the server's answer after a
   * request's deadline.
   */
  private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(1);

  /** A submitted request with its message. */
  record Outgoing(Exchange exchange, Request message) {}

  private final ArrayDeque<Outgoing> waiting = new ArrayDeque<>();
  private final LongObjectHashMap<Exchange> unanswered = new LongObjectHashMap<>();

  @Shared(
      writers = "threads that submit, the event loop",
      readers = "the same",
      access = "atomic increment and decrement")
  private final AtomicInteger load = new AtomicInteger();

  @Shared(
      writers = "threads that submit",
      readers =
          "the event loop; after the loop's end a submitting thread, under this object's "
              + "monitor",
      access = "JCTools unbounded MPSC queue; submit refuses when load reaches maxWaiting")
  private final MpscUnboundedArrayQueue<Outgoing> handedOver = new MpscUnboundedArrayQueue<>(256);

  @Shared(
      writers = "threads that submit set it; the event loop clears it before it empties the queue",
      readers = "threads that submit",
      access = "compare-and-set by the submitting thread, which then schedules the event loop")
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /**
   * Counts a submitted request and passes it to the event loop. Returns whether the caller must
   * schedule a call of {@link #takeHandedOver} on the event loop, because no call is scheduled yet.
   * Any thread may call this method.
   */
  boolean handOver(Outgoing outgoing) {
    load.incrementAndGet();
    handedOver.offer(outgoing);
    return !scheduled.get() && scheduled.compareAndSet(false, true);
  }

  /** Appends the requests that were passed to the event loop to the queue of requests to send. */
  void takeHandedOver() {
    scheduled.set(false);
    Outgoing next;
    while ((next = handedOver.poll()) != null) {
      waiting.add(next);
    }
  }

  /**
   * Ends the requests that were passed to the event loop after the loop had ended. Any thread may
   * call this method.
   */
  synchronized void dropHandedOver(Supplier<YardmasterException> why) {
    scheduled.set(false);
    Outgoing next;
    while ((next = handedOver.poll()) != null) {
      notSent(next.exchange(), why.get());
    }
  }

  /**
   * Returns the number of submitted requests that have not ended. Any thread may call this method.
   */
  int load() {
    return load.get();
  }

  boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  /**
   * Removes and returns the request that has waited longest to be sent; returns null if no request
   * waits.
   */
  Outgoing next() {
    return waiting.poll();
  }

  void sent(Outgoing outgoing) {
    unanswered.put(outgoing.message().getRequestId(), outgoing.exchange());
  }

  /** Returns the number of requests that wait for an answer. */
  int unanswered() {
    return unanswered.size();
  }

  boolean isEmpty() {
    return unanswered.isEmpty() && waiting.isEmpty();
  }

  /**
   * Ends the request to which a response belongs. If no request waits for the response, the
   * response is ignored.
   */
  void answered(Response response) {
    Exchange exchange = unanswered.remove(response.getRequestId());
    if (exchange != null) {
      load.decrementAndGet();
      try {
        exchange.answered(response);
      } catch (Throwable thrown) {
        callbackThrew(thrown);
      }
    }
  }

  /** Ends a request that has not left the client. Any thread may call this method. */
  void notSent(Exchange exchange, YardmasterException why) {
    load.decrementAndGet();
    complete(() -> exchange.notSent(why));
  }

  /** Ends all requests that wait to be sent. */
  void dropWaiting(Supplier<YardmasterException> why) {
    Outgoing next;
    while ((next = waiting.poll()) != null) {
      notSent(next.exchange(), why.get());
    }
  }

  /** Ends those requests that wait to be sent and do not continue a transaction. */
  void dropNew(Supplier<YardmasterException> why) {
    waiting.removeIf(
        outgoing -> {
          if (outgoing.exchange().continues()) {
            return false;
          }
          notSent(outgoing.exchange(), why.get());
          return true;
        });
  }

  /**
   * Ends requests whose deadlines have passed without an answer. Normally the server itself ends a
   * request at its deadline.
   *
   * @return whether any request ended
   */
  boolean expire(long nowNs) {
    List<Long> expired = new ArrayList<>();
    for (LongObjectMap.PrimitiveEntry<Exchange> entry : unanswered.entries()) {
      if (nowNs - entry.value().deadlineNs() >= GRACE_NS) {
        expired.add(entry.key());
      }
    }
    for (long requestId : expired) {
      lost(
          unanswered.remove(requestId),
          new YardmasterException(
              ErrorCode.UNAVAILABLE, "the server did not answer before the request's deadline"));
    }
    boolean late = waiting.removeIf(outgoing -> endIfLate(outgoing.exchange(), nowNs));
    return late || !expired.isEmpty();
  }

  private boolean endIfLate(Exchange exchange, long nowNs) {
    if (nowNs - exchange.deadlineNs() < 0) {
      return false;
    }
    notSent(
        exchange,
        new YardmasterException(
            ErrorCode.UNAVAILABLE, "the request's deadline passed before it was sent"));
    return true;
  }

  /** Ends all requests that wait for an answer. */
  void lose(YardmasterException why) {
    List<Exchange> left = List.copyOf(unanswered.values());
    unanswered.clear();
    left.forEach(exchange -> lost(exchange, why));
  }

  private void lost(Exchange exchange, YardmasterException why) {
    load.decrementAndGet();
    complete(() -> exchange.lost(why));
  }

  /**
   * Calls a callback, and logs an exception that it throws. If the callback of one exchange throws,
   * the other exchanges must still be completed.
   */
  private static void complete(Runnable callback) {
    try {
      callback.run();
    } catch (Throwable thrown) {
      callbackThrew(thrown);
    }
  }

  private static void callbackThrew(Throwable thrown) {
    LOG.error("the callback of a request threw", thrown);
  }
}
