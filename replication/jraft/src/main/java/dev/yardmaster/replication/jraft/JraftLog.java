package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.closure.ReadIndexClosure;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.util.ThreadPoolsFactory;
import dev.yardmaster.replication.LogStatus;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberRole;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.NotLeaderException;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.UnknownOutcomeException;
import dev.yardmaster.replication.jraft.network.LeaderSilence;
import dev.yardmaster.replication.jraft.network.Peers;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One member, on a node of JRaft. */
final class JraftLog implements ReplicatedLog {

  /**
   * A transfer of the leadership, or a confirmation of a read, fails after this number of election
   * timeouts.
   */
  private static final int ELECTION_TIMEOUTS = 4;

  private static final byte[] NO_CONTEXT = {};

  private final MemberSettings settings;
  private final NodeImpl node;
  private final ReplicaStateMachine machine;
  private final MemberStorage storage;
  private final PendingFutures pending;
  private final MemberServer server;
  private final long timeoutMs;

  private volatile boolean closed;

  JraftLog(
      MemberSettings settings,
      NodeImpl node,
      ReplicaStateMachine machine,
      MemberStorage storage,
      PendingFutures pending,
      MemberServer server) {
    this.settings = settings;
    this.node = node;
    this.machine = machine;
    this.storage = storage;
    this.pending = pending;
    this.server = server;
    timeoutMs = ELECTION_TIMEOUTS * settings.electionTimeout().toMillis();
  }

  @Override
  public CompletableFuture<Long> append(long term, ByteBuffer entry) {
    int length = entry.remaining();
    if (length == 0 || length > settings.maxEntryBytes()) {
      throw new IllegalArgumentException(
          "entry of " + length + " bytes is not between 1 and " + settings.maxEntryBytes());
    }
    if (leadingTerm() != term) {
      return CompletableFuture.failedFuture(notLeader("does not lead in term " + term));
    }
    CompletableFuture<Long> future = pending.add();
    try {
      // The entry is copied, because JRaft still reads the bytes after the future has completed:
      // for slow followers, and for this member's own disk if a majority of the disks was faster.
      ByteBuffer kept = ByteBuffer.allocate(length).put(entry.duplicate()).flip();
      node.apply(new Task(kept, new Append(future), term));
    } catch (RuntimeException e) {
      future.completeExceptionally(new UnknownOutcomeException("the append failed", e));
    }
    return future;
  }

  @Override
  public CompletableFuture<Long> confirmRead() {
    long term = leadingTerm();
    if (term == 0) {
      return CompletableFuture.failedFuture(notLeader("does not lead"));
    }
    // If this member has become a follower in the meantime, JRaft has asked the leader of a higher
    // term. Such an answer does not count.
    return readIndex(() -> storage.term() == term);
  }

  @Override
  public CompletableFuture<Long> readIndex() {
    return closed || machine.failed()
        ? CompletableFuture.failedFuture(notLeader("has ended"))
        : readIndex(() -> true);
  }

  /**
   * Requests a read index from the leader, through JRaft, and waits until the entry at this index
   * is applied.
   *
   * @param counts returns whether the answer counts
   */
  private CompletableFuture<Long> readIndex(BooleanSupplier counts) {
    CompletableFuture<Long> future = pending.add();
    ReadIndexClosure done =
        new ReadIndexClosure(timeoutMs) {
          @Override
          public void run(Status status, long index, byte[] context) {
            if (status.isOk() && counts.getAsBoolean()) {
              future.complete(machine.appliedIndex());
            } else {
              future.completeExceptionally(notLeader("could not confirm a read: " + status));
            }
          }
        };
    try {
      node.readIndex(NO_CONTEXT, done);
    } catch (RuntimeException e) {
      future.completeExceptionally(notLeader("could not confirm a read: " + e));
    }
    return future;
  }

  @Override
  public CompletableFuture<Void> transferLeadership(String member) {
    Member next =
        machine.members().stream()
            .filter(other -> other.name().equals(member) && !other.equals(settings.self()))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no other member \"" + member + "\" in " + machine.members()));
    long term = leadingTerm();
    if (term == 0) {
      return CompletableFuture.failedFuture(notLeader("does not lead"));
    }
    if (!isAlive(next)) {
      return CompletableFuture.failedFuture(
          new UnknownOutcomeException("member " + member + " has not answered lately"));
    }
    CompletableFuture<Void> future = pending.add();
    if (!machine.startTransfer(term, future)) {
      future.completeExceptionally(notLeader("transfers its leadership already"));
      return future;
    }
    Status status = node.transferLeadershipTo(Peers.peer(next));
    if (!status.isOk()) {
      future.completeExceptionally(notLeader("cannot transfer its leadership: " + status));
      return future;
    }
    // JRaft makes no further call if this member has stopped leading and no other member is
    // elected. So the future needs a timeout.
    CompletableFuture.delayedExecutor(timeoutMs, TimeUnit.MILLISECONDS)
        .execute(
            () ->
                future.completeExceptionally(
                    new UnknownOutcomeException("no member leads after a transfer")));
    return future;
  }

  /** Returns whether another member has answered this leader within the last election timeout. */
  private boolean isAlive(Member other) {
    try {
      return node.listAlivePeers().contains(Peers.peer(other));
    } catch (IllegalStateException e) { // This member no longer leads.
      return false;
    }
  }

  @Override
  public CompletableFuture<Void> changeMembers(Collection<Member> members) {
    if (settings.tls().isEmpty()) {
      Loopback.require(members);
    }
    Configuration configuration = Peers.configuration(members);
    if (leadingTerm() == 0) {
      return CompletableFuture.failedFuture(notLeader("does not lead"));
    }
    CompletableFuture<Void> future = pending.add();
    // Another thread, because JRaft waits for the lock of the node before it returns.
    Future<?> unused =
        ThreadPoolsFactory.runInThread(
            node.getGroupId(),
            () -> {
              try {
                node.changePeers(
                    configuration,
                    status -> {
                      if (status.isOk()) {
                        future.complete(null);
                      } else {
                        future.completeExceptionally(
                            new UnknownOutcomeException("the change of members failed: " + status));
                      }
                    });
              } catch (RuntimeException e) {
                future.completeExceptionally(
                    new UnknownOutcomeException("the change of members failed", e));
              }
            });
    return future;
  }

  @Override
  public CompletableFuture<Void> recoverAlone() {
    CompletableFuture<Void> future = pending.add();
    new AloneRecovery(settings.self(), node, machine, this::status, future).begin(timeoutMs);
    return future;
  }

  @Override
  public CompletableFuture<Long> snapshot() {
    if (closed || machine.failed()) {
      return CompletableFuture.failedFuture(notLeader("takes no snapshot"));
    }
    CompletableFuture<Long> future = pending.add();
    if (!machine.startSnapshot(future)) {
      future.completeExceptionally(new UnknownOutcomeException("another snapshot is in progress"));
    }
    return future;
  }

  @Override
  public LogStatus status() {
    long term = storage.term();
    ReplicaStateMachine.Leader leader = machine.leader();
    LogId applied = machine.applied();
    LogId stored = storage.last();
    // The stored entry may be out of date, because JRaft does not report all entries that it
    // removes from the end of the log.
    LogId last = stored.compareTo(applied) > 0 ? stored : applied;
    return new LogStatus(
        role(),
        term,
        leader.term() == term && !leader.name().isEmpty()
            ? Optional.of(leader.name())
            : Optional.empty(),
        applied.getIndex(),
        last.getTerm(),
        last.getIndex(),
        machine.members());
  }

  NodeImpl node() {
    return node;
  }

  ReplicaStateMachine machine() {
    return machine;
  }

  LeaderSilence leaderSilence() {
    return server.network().leaderSilence();
  }

  private MemberRole role() {
    if (closed) {
      return MemberRole.CLOSED;
    }
    if (machine.failed()) {
      return MemberRole.FAILED;
    }
    return machine.leadingTerm() != 0 ? MemberRole.LEADER : MemberRole.FOLLOWER;
  }

  /** Returns the term in which this member accepts appends, or 0. */
  private long leadingTerm() {
    return closed ? 0 : machine.leadingTerm();
  }

  private NotLeaderException notLeader(String what) {
    return new NotLeaderException(
        "member " + settings.self().name() + " " + what, status().leader());
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    close(server, node);
    pending.failAll("member " + settings.self().name() + " is closed");
  }

  static void close(MemberServer server, NodeImpl node) {
    server.stop();
    node.shutdown();
    boolean interrupted = false;
    while (true) {
      try {
        node.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    server.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
