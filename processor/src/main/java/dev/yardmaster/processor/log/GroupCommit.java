package dev.yardmaster.processor.log;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.validator.ValidationRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Writes commits to the log. With synchronous durability, it forces each commit to disk before the
 * acknowledgement. Commits that arrive while the disk is busy form the next group. A group needs
 * one write and one force. The agent has its own thread, because it waits for the disk. The agent
 * owns the log.
 *
 * <p>The final validation passes commits to this agent in the order of their versions. The log is
 * therefore in commit order, and a crash leaves a prefix of this order. So a repaired transaction
 * may use a value that is not on disk yet. After a crash, the repaired transaction then survives
 * only if the writer of the value survives too.
 *
 * <p>After the disk has failed, no commit is acknowledged any more. The outcome of every
 * transaction that has reached this agent is unknown.
 */
public final class GroupCommit implements Agent {

  /** The maximum number of commits that wait for a force with asynchronous durability. */
  private static final int MAX_UNFORCED = 1 << 16;

  /**
   * A thread that has had no work for more than this time, in ms, sleeps for {@value #SLEEP_MS} ms
   * at a time. So commits that may wait longer are forced earlier by this time.
   */
  private static final int AWAKE_MS = 50;

  private static final int SLEEP_MS = 10;

  @Shared(
      writers = "the final validation",
      readers = "the log's thread",
      access =
          "JCTools SPSC queue, bounded by the number of all slots; messages are never delayed or"
              + " reordered, because the log is in the queue's order")
  private final Queue<ValidationRequest> inbox;

  private final CommitLog log;
  private final boolean isSync;
  private final NanoClock clock;
  private final List<ValidationRequest> group = new ArrayList<>();
  private final long lossNs;
  private int unforced;
  private long oldestUnforcedNs;

  /**
   * Creates the agent of a log.
   *
   * @param isSync whether a commit is forced to disk before it is acknowledged
   * @param lossMs with asynchronous durability, the maximum age, in ms, of an acknowledged commit
   *     that was not yet forced; when the oldest such commit reaches this age, the agent forces the
   *     log
   */
  public GroupCommit(
      Queue<ValidationRequest> inbox, CommitLog log, boolean isSync, int lossMs, NanoClock clock) {
    this.inbox = inbox;
    this.log = log;
    this.isSync = isSync;
    this.clock = clock;
    this.lossNs = 1_000_000L * (lossMs > AWAKE_MS ? lossMs - SLEEP_MS : lossMs);
  }

  @Override
  public int doWork() {
    try {
      int work = takeGroup();
      if (work > 0) {
        log.write();
        unforced += work;
      }
      if (isSync) {
        log.force();
      } else {
        forceWhenDue(work > 0);
      }
      if (!group.isEmpty()) {
        log.checkFence();
      }
      answer();
      boolean removed = log.removeCovered();
      return work > 0 || removed ? 1 : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int takeGroup() {
    ValidationRequest request;
    while (!log.isGroupFull() && (request = inbox.poll()) != null) {
      if (request.commitVersion() > 0) {
        log.append(((LoggedTransaction) request.transaction()).logRecord());
      }
      group.add(request);
    }
    return group.size();
  }

  private void forceWhenDue(boolean written) throws IOException {
    if (unforced == 0) {
      return;
    }
    long nowNs = clock.nanoTime();
    if (written && unforced == group.size()) {
      oldestUnforcedNs = nowNs;
    }
    if (nowNs - oldestUnforcedNs >= lossNs || unforced >= MAX_UNFORCED) {
      log.force();
      unforced = 0;
    }
  }

  private void answer() {
    for (int i = 0; i < group.size(); i++) {
      group.get(i).answer();
    }
    group.clear();
  }

  @Override
  public String roleName() {
    return "log";
  }
}
