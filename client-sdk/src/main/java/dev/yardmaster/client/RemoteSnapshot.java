package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.logic.SnapshotSource;
import dev.yardmaster.client.RemoteTransaction.Reply;
import dev.yardmaster.client.connection.ClientConnection;
import dev.yardmaster.wire.schema.Step;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullUnmarked;

/**
 * A snapshot of the server's data, read over one connection. The calling thread waits for the reply
 * to each step. The snapshot ends with its connection.
 */
@NullUnmarked // Internal: fields and results may be null.
final class RemoteSnapshot implements SnapshotSource, ClientState.Held {

  /** The interval at which the waiting thread checks whether the client was closed, in ns. */
  private static final long LOOK_NS = 50_000_000;

  private final ClientState client;
  private final SnapshotOptions options;
  private final RetryState attempts;
  private RemoteTransaction remote;
  private long version;
  private int maxKeys;

  /** The reply to the last step. After an interrupt, this reply may still be outstanding. */
  private CompletableFuture<Reply> last = CompletableFuture.completedFuture(null);

  private RemoteSnapshot(ClientState client, SnapshotOptions options) {
    this.client = client;
    this.options = options;
    attempts = client.attempts("", transaction());
  }

  /** Returns the options of the transaction that represents the snapshot at the server. */
  private TransactionOptions transaction() {
    return TransactionOptions.defaults().withTimeout(options.timeout()).withTrace(options.trace());
  }

  /**
   * Opens a snapshot. If no server can be reached, or the cluster has no leader, the method retries
   * according to the retry policy.
   *
   * @throws YardmasterException if the snapshot cannot be opened
   */
  static RemoteSnapshot open(ClientState client, SnapshotOptions options) {
    RemoteSnapshot snapshot = new RemoteSnapshot(client, options);
    while (true) {
      YardmasterException failure = snapshot.tryOpen();
      if (failure == null) {
        client.runs(snapshot);
        return snapshot;
      }
      long waitMs =
          snapshot.mayPass(failure) ? snapshot.attempts.next(failure) : RetryState.NO_MORE;
      if (waitMs == RetryState.NO_MORE) {
        throw failure;
      }
      snapshot.pause(waitMs);
    }
  }

  private boolean mayPass(YardmasterException failure) {
    return failure.code() == ErrorCode.UNAVAILABLE
        || failure.code() == ErrorCode.NOT_LEADER
        || (failure.code() == ErrorCode.CLOSED && !client.isClosed());
  }

  /**
   * Opens the snapshot. If the options allow any server, tries a follower first. Tries the leader
   * if the follower cannot open the snapshot, for example because the follower runs an earlier
   * release or has lost contact with the leader. Returns null if the snapshot is open, and an error
   * otherwise.
   */
  private YardmasterException tryOpen() {
    if (client.isClosed()) {
      return ClientState.closed();
    }
    ClientConnection leader = client.pick(attempts);
    ClientConnection follower = options.anyServer() ? client.pool().pickFollower() : null;
    if (follower != null) {
      YardmasterException failure = tryOpen(follower);
      if (failure == null || leader == null || !mayPass(failure)) {
        return failure;
      }
    }
    return leader == null ? client.pool().failure() : tryOpen(leader);
  }

  private YardmasterException tryOpen(ClientConnection connection) {
    remote = new RemoteTransaction(connection, transaction(), attempts);
    maxKeys = Math.max(1, Math.min(MAX_KEYS, client.pool().welcome().getMaxKeys()));
    Reply reply;
    try {
      reply = step(LogicMessages.openSnapshot(options));
    } catch (YardmasterException error) {
      var unused = remote.abandon();
      throw error;
    }
    if (reply instanceof Reply.Opened opened) {
      version = opened.version();
      return null;
    }
    var unused = remote.abandon();
    return errorOf(reply);
  }

  @Override
  public long version() {
    return version;
  }

  @Override
  public byte[][] values(List<Key> keys) {
    byte[][] values = new byte[keys.size()][];
    read(keys, 0, keys.size(), values);
    return values;
  }

  /**
   * Reads keys in several steps, so that no step exceeds the server's limits on keys and lengths.
   */
  private void read(List<Key> keys, int from, int to, byte[][] values) {
    int count = to - from;
    if (count <= maxKeys) {
      Reply reply = step(LogicMessages.read(keys.subList(from, to)));
      if (reply instanceof Reply.Values found) {
        System.arraycopy(found.values(), 0, values, from, count);
        return;
      }
      if (!isTooLong(reply) || count == 1) {
        throw errorOf(reply);
      }
    }
    int middle = from + count / 2;
    read(keys, from, middle, values);
    read(keys, middle, to, values);
  }

  @Override
  public ScannedEntries page(Scan scan, boolean afterFirst) {
    for (int limit = scan.limit(); ; limit /= 2) {
      Scan asked = new Scan(scan.from(), endOf(scan), limit, scan.backward());
      Reply reply = step(LogicMessages.page(asked, afterFirst));
      if (reply instanceof Reply.Scanned scanned) {
        return inOrder(scan, afterFirst, scanned.entries());
      }
      if (!isTooLong(reply) || limit == 1) {
        throw errorOf(reply);
      }
    }
  }

  private static Key endOf(Scan scan) {
    return scan.isToTableEnd() ? null : scan.to();
  }

  private static boolean isTooLong(Reply reply) {
    return reply instanceof Reply.Refused refused
        && refused.error().code() == ErrorCode.MESSAGE_TOO_LARGE;
  }

  /**
   * Checks that the entries of a page are in the order of the scan. Without this check, a faulty
   * server could cause an endless cursor.
   */
  private static ScannedEntries inOrder(Scan scan, boolean afterFirst, ScannedEntries page) {
    Key last = afterFirst && !scan.backward() ? scan.from() : null;
    for (int i = 0; i < page.size(); i++) {
      if (last != null && !isBefore(last, page.key(i), scan.backward())) {
        throw new YardmasterException(
            ErrorCode.BAD_MESSAGE,
            "a scan must return keys in its order",
            "key",
            page.key(i),
            "after",
            last);
      }
      last = page.key(i);
    }
    if (page.size() == 0 && !page.isComplete()) {
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE, "a page of a scan must have entries", "scan", scan);
    }
    return page;
  }

  private static boolean isBefore(Key key, Key other, boolean backward) {
    int order = key.compareTo(other);
    return backward ? order > 0 : order < 0;
  }

  /** Sends a step and waits for its reply. */
  private Reply step(Step.Builder step) {
    if (client.transport().isOwnThread()) {
      throw Failures.wrongThread("client");
    }
    await(last);
    if (attempts.leftMs() == 0) {
      throw tooOld();
    }
    YardmasterException refusal = client.begin();
    if (refusal != null) {
      throw refusal;
    }
    last = remote.step(step);
    var unused = last.whenComplete((reply, thrown) -> client.ended());
    await(last);
    return last.join();
  }

  private void await(CompletableFuture<?> reply) {
    try {
      while (!reply.isDone()) {
        if (client.isClosed()) {
          throw ClientState.closed();
        }
        client.transport().await(reply, LOOK_NS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new YardmasterException(
          ErrorCode.INTERRUPTED, "the thread was interrupted while it waited for a snapshot", e);
    }
  }

  private void pause(long waitMs) {
    await(client.pause(attempts, waitMs));
  }

  /** Returns the error for a reply that does not contain a result. */
  private YardmasterException errorOf(Reply reply) {
    if (reply instanceof Reply.Refused refused) {
      return refused.error();
    }
    if (reply instanceof Reply.Ended ended && ended.outcome().error() != null) {
      return ended.outcome().error();
    }
    if (attempts.leftMs() == 0) {
      return tooOld();
    }
    if (reply instanceof Reply.NotExecuted notExecuted) {
      return notExecuted.why();
    }
    if (reply instanceof Reply.Lost lost) {
      return new YardmasterException(
          ErrorCode.UNAVAILABLE, "the snapshot's connection was lost", lost.why());
    }
    return new YardmasterException(
        ErrorCode.BAD_MESSAGE, "the answer is to another step", "reply", reply);
  }

  private YardmasterException tooOld() {
    return new YardmasterException(
        ErrorCode.SNAPSHOT_TOO_OLD,
        "the snapshot has ended; open a new snapshot",
        "version",
        version,
        "timeout",
        options.timeout());
  }

  /**
   * Closes the snapshot, and waits until the server has dropped the snapshot or cannot be reached.
   */
  @Override
  public void close() {
    client.ran(this);
    CompletableFuture<?> dropped = remote.abandon();
    try {
      while (!dropped.isDone() && !client.isClosed() && !client.transport().isOwnThread()) {
        client.transport().await(dropped, LOOK_NS);
      }
    } catch (InterruptedException e) {
      // The thread stops waiting. The server drops the snapshot in any case.
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the snapshot because the client is closed. */
  @Override
  public void endWith(YardmasterException error) {
    client.ran(this);
    var unused = remote.abandon();
  }
}
