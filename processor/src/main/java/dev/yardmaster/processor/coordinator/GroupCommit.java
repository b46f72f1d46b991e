package dev.yardmaster.processor.coordinator;

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
 * Puts commits on disk before they are answered: whatever has arrived while the disk was busy with
 * the last group makes the next, and a group costs one write and one force. It waits for the disk,
 * so it has a thread of its own; the log belongs to it.
 *
 * <p>The final validation hands commits over in their order. So the log is in commit order, and
 * what survives a crash is a prefix of it: a transaction that was repaired on a value that was not
 * on disk yet can never survive without the one that wrote it.
 *
 * <p>When the disk fails, nothing more is answered: what is here then has an unknown outcome.
 */
public final class GroupCommit implements Agent {

  /** A group takes in no more when it is so long. */
  private static final int FULL_GROUP_BYTES = 1 << 22;

  /** With later forces allowed, never more commits than this wait for one. */
  private static final int MAX_UNFORCED = 1 << 16;

  private final Queue<ValidationRequest> inbox;
  private final CommitLog log;
  private final boolean isSync;
  private final NanoClock clock;
  private final List<ValidationRequest> group = new ArrayList<>();
  private final long lossNs;
  private int unforced;
  private long oldestUnforcedNs;

  /**
   * A log of what commits.
   *
   * @param isSync whether a commit is forced before it is answered
   * @param lossMs how old the oldest commit may become that was answered and is not forced, in ms
   */
  public GroupCommit(
      Queue<ValidationRequest> inbox, CommitLog log, boolean isSync, int lossMs, NanoClock clock) {
    this.inbox = inbox;
    this.log = log;
    this.isSync = isSync;
    this.clock = clock;
    this.lossNs = 1_000_000L * lossMs;
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
      answer();
      boolean removed = log.removeCovered();
      return work > 0 || removed ? 1 : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int takeGroup() {
    ValidationRequest request;
    while (log.groupBytes() < FULL_GROUP_BYTES && (request = inbox.poll()) != null) {
      if (request.commitVersion() > 0) {
        TransactionSlot slot = (TransactionSlot) request.transaction();
        log.append(slot.record);
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
