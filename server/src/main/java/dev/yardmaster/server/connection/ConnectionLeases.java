package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.leases.RowLeases;
import dev.yardmaster.server.leases.ServedLease;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.schema.Lease;
import dev.yardmaster.wire.schema.Leased;
import dev.yardmaster.wire.schema.Response;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Long2ObjectHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leases of one connection, which end with the connection. The connection's event loop calls
 * the methods. Each lease occupies bytes of the connection's budget from its request to its end.
 */
final class ConnectionLeases {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLeases.class);

  private static final int MAX_ROWS = 64;
  private static final int MAX_HOLD_MS = 60_000;

  /**
   * The maximum number of leases and requests of a connection. This limit also bounds the queues of
   * the rows, which a request searches from their beginning.
   */
  static final int MAX_LEASES = 1_024;

  /** The approximate memory of a lease without its rows, in bytes. */
  private static final long LEASE_BYTES = 512;

  /** The approximate memory of a row's queue and of the request's entry in it, in bytes. */
  private static final long ROW_BYTES = 256;

  /** A lease or its request. */
  private record Requested(ServedLease lease, Holding held, Future<?> end) {}

  private final RowLeases rows;
  private final Outbox outbox;
  private final EventLoop loop;
  private final Long2ObjectHashMap<Requested> requested = new Long2ObjectHashMap<>();

  ConnectionLeases(RowLeases rows, Outbox outbox, EventLoop loop) {
    this.rows = rows;
    this.outbox = outbox;
    this.loop = loop;
  }

  /**
   * Requests a lease. The request is answered when the lease is granted.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_MESSAGE} if the message is not valid, {@link
   *     ErrorCode#OVERLOADED} if the connection has too many leases, or the client's budget has no
   *     room
   */
  void request(long id, Lease message, Holding held) {
    check(id, message);
    if (requested.size() >= MAX_LEASES) {
      throw new YardmasterException(
          ErrorCode.OVERLOADED,
          "the connection has too many leases and requests for leases",
          "leases",
          requested.size(),
          "maxLeases",
          MAX_LEASES);
    }
    long bytes = LEASE_BYTES + ROW_BYTES * (message.getWrittenCount() + message.getReadCount());
    if (!held.add(bytes)) {
      throw Requests.noRoom(bytes);
    }
    int holdMs = message.getHoldMs();
    ServedLease lease =
        new ServedLease(
            message.getWrittenList().stream().mapToLong(Long::longValue).toArray(),
            message.getReadList().stream().mapToLong(Long::longValue).toArray(),
            granted -> grantedLater(id, granted, holdMs));
    requested.put(id, new Requested(lease, held, null));
    boolean isGranted = true;
    if (message.getAtOnce()) {
      rows.grantAtOnce(lease);
    } else {
      isGranted = rows.request(lease);
    }
    if (isGranted) {
      endLater(id, lease, holdMs);
      answer(id, false);
    }
  }

  private void check(long id, Lease message) {
    long[] all = new long[message.getWrittenCount() + message.getReadCount()];
    if (all.length == 0 || all.length > MAX_ROWS) {
      throw bad("a lease must have 1 to " + MAX_ROWS + " rows", "rows", all.length);
    }
    if (message.getHoldMs() < 1 || message.getHoldMs() > MAX_HOLD_MS) {
      throw bad(
          "a lease must be held for 1 to " + MAX_HOLD_MS + " ms",
          "holdMs",
          Integer.toUnsignedString(message.getHoldMs()));
    }
    int count = 0;
    for (long row : message.getWrittenList()) {
      all[count++] = row;
    }
    for (long row : message.getReadList()) {
      all[count++] = row;
    }
    Arrays.sort(all);
    for (int i = 1; i < count; i++) {
      if (all[i] == all[i - 1]) {
        throw bad("a row occurs twice in a lease", "row", Long.toHexString(all[i]));
      }
    }
    if (requested.containsKey(id)) {
      throw bad("a lease with the number has not ended", "requestId", id);
    }
  }

  private static YardmasterException bad(String text, String name, Object value) {
    return new YardmasterException(ErrorCode.BAD_MESSAGE, text, name, value);
  }

  /**
   * Sends the answer to a request that had to wait. The thread that ended the previous lease calls
   * this method.
   */
  private void grantedLater(long id, ServedLease lease, int holdMs) {
    try {
      loop.execute(() -> granted(id, lease, holdMs));
    } catch (RejectedExecutionException e) {
      LOG.debug("a lease was granted after the server's threads had ended", e);
    }
  }

  private void granted(long id, ServedLease lease, int holdMs) {
    if (isRequested(id, lease)) {
      endLater(id, lease, holdMs);
      answer(id, true);
    }
  }

  private boolean isRequested(long id, ServedLease lease) {
    Requested known = requested.get(id);
    return known != null && known.lease() == lease;
  }

  private void endLater(long id, ServedLease lease, int holdMs) {
    Future<?> end = loop.schedule(() -> expire(id, lease), holdMs, TimeUnit.MILLISECONDS);
    requested.put(id, new Requested(lease, requested.get(id).held(), end));
  }

  private void expire(long id, ServedLease lease) {
    if (isRequested(id, lease)) {
      requested.remove(id).held().close();
      rows.expire(lease);
    }
  }

  private void answer(long id, boolean waited) {
    Response response =
        Response.newBuilder()
            .setRequestId(id)
            .setLeased(Leased.newBuilder().setWaited(waited))
            .build();
    outbox.add(() -> response);
  }

  /**
   * Ends the lease of a request, or withdraws and refuses the request. Has no effect if the lease
   * has ended.
   */
  void release(long id) {
    Requested known = requested.remove(id);
    if (known == null) {
      return;
    }
    known.held().close();
    rows.end(known.lease());
    if (known.end() == null) {
      // The request is still unanswered, even if another thread has just granted the lease.
      Response response =
          Response.newBuilder()
              .setRequestId(id)
              .setRejected(
                  ErrorMessages.of(
                      new YardmasterException(
                          ErrorCode.INTERRUPTED, "the client has withdrawn the request")))
              .build();
      outbox.add(() -> response);
    } else {
      known.end().cancel(false);
    }
  }

  /**
   * Ends all leases and withdraws all requests, at the end of the connection.
   *
   * @return the number of requests that will get no answer
   */
  int close() {
    List<Requested> all = new ArrayList<>(requested.values());
    requested.clear();
    int unanswered = 0;
    for (Requested each : all) {
      each.held().close();
      rows.end(each.lease());
      if (each.end() == null) {
        unanswered++;
      } else {
        each.end().cancel(false);
      }
    }
    return unanswered;
  }
}
