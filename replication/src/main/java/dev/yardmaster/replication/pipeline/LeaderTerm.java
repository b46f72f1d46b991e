package dev.yardmaster.replication.pipeline;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The log during the term in which this machine is the leader. The log agent of the pipeline
 * appends groups. The log's thread reports the applied groups, and ends the term.
 */
final class LeaderTerm implements GroupReplication {

  private final ReplicatedLog log;
  private final Start start;
  private final Runnable stepDown;

  @Shared(
      writers = "the pipeline's log agent, which adds; the log's thread, which removes",
      readers = "both; threads that report a failure",
      access = "lock-free queue in the order of the log")
  private final Queue<Operation> groups = new ConcurrentLinkedQueue<>();

  @Shared(
      writers = "the thread that ends the term",
      readers = "the pipeline's log agent, callers that open snapshots",
      access = "volatile; set once, before the groups of the queue fail")
  private volatile Throwable ended;

  private long previousVersion;

  /**
   * Creates the term.
   *
   * @param previousVersion the last version of the last group that counted
   * @param stepDown transfers the leadership to another machine; it is called if the pipeline ends
   *     before the term
   */
  LeaderTerm(ReplicatedLog log, Start start, long previousVersion, Runnable stepDown) {
    this.log = log;
    this.start = start;
    this.stepDown = stepDown;
    this.previousVersion = previousVersion;
  }

  /** An operation of the pipeline. It ends only once. */
  private static final class Operation {
    private final long lastVersion;
    private final End end;

    @Shared(
        writers = "the thread that reports the end first",
        readers = "threads that report an end",
        access = "compare-and-set")
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    Operation(long lastVersion, End end) {
      this.lastVersion = lastVersion;
      this.end = end;
    }

    void succeeded() {
      if (hasEnded.compareAndSet(false, true)) {
        end.succeeded();
      }
    }

    void failed(Throwable cause) {
      if (hasEnded.compareAndSet(false, true)) {
        end.failed(cause);
      }
    }
  }

  @Override
  public Start start() {
    return start;
  }

  @Override
  public void append(ReplicatedGroup group, long horizonMs, End end) {
    ByteBuffer bytes = group.seal(start.term(), previousVersion, horizonMs);
    previousVersion = group.lastVersion();
    Operation operation = new Operation(previousVersion, end);
    groups.add(operation);
    if (ended != null) {
      operation.failed(ended);
      return;
    }
    try {
      var unused =
          log.append(start.term(), bytes)
              .whenComplete(
                  (index, failure) -> {
                    if (failure != null) {
                      operation.failed(failure);
                    }
                  });
    } catch (RuntimeException e) {
      operation.failed(e);
    }
  }

  @Override
  public void closed() {
    if (ended == null) {
      stepDown.run();
    }
  }

  @Override
  public void confirm(End end) {
    Operation operation = new Operation(0, end);
    if (ended != null) {
      operation.failed(ended);
      return;
    }
    var unused =
        log.confirmRead()
            .whenComplete(
                (index, failure) -> {
                  if (failure != null || ended != null) {
                    operation.failed(failure == null ? ended : failure);
                  } else {
                    operation.succeeded();
                  }
                });
  }

  /**
   * Reports that a group of this term was applied. Earlier groups that were not applied are not in
   * the log, because the log keeps the order of the appends of a term. So the appends of these
   * groups have failed.
   *
   * @param counts whether the group counts; otherwise all replicas skip it
   */
  void applied(long lastVersion, boolean counts) {
    Operation operation = groups.remove();
    while (operation.lastVersion < lastVersion) {
      operation.failed(new IllegalStateException("the log has not taken the group"));
      operation = groups.remove();
    }
    if (operation.lastVersion != lastVersion) {
      throw new IllegalStateException(
          "group through version "
              + lastVersion
              + " was applied, but the next group goes through "
              + operation.lastVersion);
    }
    if (counts) {
      operation.succeeded();
    } else {
      operation.failed(new IllegalStateException("an earlier group was not appended"));
    }
  }

  /** Ends the term. All operations that have not ended fail. */
  void end(Throwable cause) {
    ended = cause;
    groups.forEach(operation -> operation.failed(cause));
  }
}
