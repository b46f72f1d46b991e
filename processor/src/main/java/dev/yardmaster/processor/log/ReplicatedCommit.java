package dev.yardmaster.processor.log;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.format.GroupFeed;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import dev.yardmaster.validator.ValidationRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;

/**
 * Appends groups of commits to a log that several machines share. When the log reports that a group
 * has succeeded, the agent answers the group's transactions. Transactions that arrive while groups
 * are in flight form the next group. At most {@value #MAX_IN_FLIGHT} groups are in flight, and they
 * are answered in order. For a group without writes, the agent appends nothing, but confirms that
 * this machine is still the leader. Otherwise the group's transactions might have read data that
 * another leader has replaced.
 *
 * <p>The final validation passes commits to this agent in the order of their versions, so the log
 * is in commit order. After a failure, the agent throws an exception and answers no further
 * transaction. The outcome of every unanswered transaction that has reached the agent is unknown.
 */
public final class ReplicatedCommit implements Agent {

  /** Signals that the log has failed or that this machine is no longer the leader. */
  public static final class LogFailed extends IllegalStateException {
    private static final long serialVersionUID = 1;

    LogFailed(Throwable cause) {
      super("the replicated log failed", cause);
    }
  }

  /** The maximum number of groups in flight. */
  private static final int MAX_IN_FLIGHT = 4;

  @Shared(
      writers = "the final validation",
      readers = "the log's agent",
      access = "JCTools SPSC queue, as for GroupCommit")
  private final Queue<ValidationRequest> inbox;

  private final GroupReplication log;
  private final LongSupplier horizonMs;
  private final GroupFeed feed;
  private final ArrayDeque<Group> inFlight = new ArrayDeque<>();
  private final ArrayDeque<Group> free = new ArrayDeque<>();

  /**
   * Creates the agent.
   *
   * @param horizonMs returns the time, in ms since 1970, before which outcomes of transaction ids
   *     may have been dropped
   * @param feed receives each group that has succeeded, before the group's commits are installed
   */
  public ReplicatedCommit(
      Queue<ValidationRequest> inbox,
      GroupReplication log,
      LongSupplier horizonMs,
      GroupFeed feed) {
    this.inbox = inbox;
    this.log = log;
    this.horizonMs = horizonMs;
    this.feed = feed;
    for (int i = 0; i < MAX_IN_FLIGHT; i++) {
      free.add(new Group());
    }
  }

  @Override
  public int doWork() {
    return append() + answer();
  }

  private int append() {
    if (free.isEmpty() || inbox.isEmpty()) {
      return 0;
    }
    Group group = free.remove();
    inFlight.add(group);
    ValidationRequest request;
    while (!group.writes.isFull() && (request = inbox.poll()) != null) {
      if (request.commitVersion() > 0) {
        group.writes.append(((LoggedTransaction) request.transaction()).logRecord());
      }
      group.requests.add(request);
    }
    if (group.writes.isEmpty()) {
      log.confirm(group);
    } else {
      log.append(group.writes, horizonMs.getAsLong(), group);
    }
    return group.requests.size();
  }

  private int answer() {
    int answered = 0;
    while (!inFlight.isEmpty() && inFlight.peek().hasEnded()) {
      Group group = inFlight.remove();
      if (!group.writes.isEmpty()) {
        feed.offer(group.writes);
      }
      for (ValidationRequest request : group.requests) {
        request.answer();
      }
      answered += group.requests.size();
      group.clear();
      free.add(group);
    }
    return answered;
  }

  @Override
  public void onClose() {
    log.closed();
  }

  @Override
  public String roleName() {
    return "log";
  }

  /**
   * The transactions of one operation of the log. The agent owns the group; another thread reports
   * the end of the operation.
   */
  private static final class Group implements GroupReplication.End {
    private final ReplicatedGroup writes = new ReplicatedGroup();
    private final List<ValidationRequest> requests = new ArrayList<>();

    @Shared(
        writers = "the thread that reports the end",
        readers = "the log's agent",
        access = "volatile; the agent resets it before the next operation")
    private volatile boolean succeeded;

    @Shared(
        writers = "the thread that reports the end",
        readers = "the log's agent",
        access = "volatile; set once")
    private volatile Throwable failure;

    @Override
    public void succeeded() {
      succeeded = true;
    }

    @Override
    public void failed(Throwable cause) {
      failure = cause;
    }

    boolean hasEnded() {
      if (failure != null) {
        throw new LogFailed(failure);
      }
      return succeeded;
    }

    void clear() {
      succeeded = false;
      writes.clear();
      requests.clear();
    }
  }
}
