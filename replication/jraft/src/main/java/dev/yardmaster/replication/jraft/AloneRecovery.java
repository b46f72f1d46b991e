package dev.yardmaster.replication.jraft;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.util.ThreadPoolsFactory;
import dev.yardmaster.replication.LogStatus;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberRole;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.UnknownOutcomeException;
import dev.yardmaster.replication.jraft.network.Peers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Makes a member the only member of its log; see {@link ReplicatedLog#recoverAlone}. First the
 * member watches for a leader during some election timeouts. If the remaining members are a
 * majority, they have or elect a leader within this time, and this member receives the leader's
 * messages.
 */
final class AloneRecovery {

  /** The time between two checks of the member's status. */
  private static final int LOOK_MS = 10;

  /**
   * The time within which the member must become the leader. Before it becomes the leader, it
   * applies its log.
   */
  private static final long LEADS_WITHIN_NS = SECONDS.toNanos(25);

  private final Member self;
  private final NodeImpl node;
  private final ReplicaStateMachine machine;
  private final Supplier<LogStatus> status;
  private final CompletableFuture<Void> future;

  /** Creates the recovery. The recovery completes the given future. */
  AloneRecovery(
      Member self,
      NodeImpl node,
      ReplicaStateMachine machine,
      Supplier<LogStatus> status,
      CompletableFuture<Void> future) {
    this.self = self;
    this.node = node;
    this.machine = machine;
    this.status = status;
    this.future = future;
  }

  /** Starts the recovery, which first watches for a leader during the given time. */
  void begin(long watchMs) {
    watch(System.nanoTime() + MILLISECONDS.toNanos(watchMs));
  }

  private void watch(long untilNs) {
    LogStatus now = status.get();
    if (isRefused(now)) {
      return;
    }
    if (System.nanoTime() - untilNs < 0) {
      later(() -> watch(untilNs));
      return;
    }
    // This runs on another thread, because JRaft waits for the lock of the node.
    Future<?> unused =
        ThreadPoolsFactory.runInThread(
            node.getGroupId(),
            () -> {
              try {
                reset(now.term());
              } catch (RuntimeException e) {
                future.completeExceptionally(
                    new UnknownOutcomeException("the recovery of member " + self.name(), e));
              }
            });
  }

  private boolean isRefused(LogStatus now) {
    String why =
        now.leader().isPresent()
            ? "member " + now.leader().get() + " leads in term " + now.term()
            : now.role() != MemberRole.FOLLOWER
                ? "member " + self.name() + " is " + now.role()
                : now.members().stream().allMatch(self::equals)
                    ? "member " + self.name() + " knows no other member: " + now.members()
                    : "";
    if (!why.isEmpty()) {
      future.completeExceptionally(new IllegalStateException(why));
    }
    return !why.isEmpty();
  }

  private void reset(long term) {
    if (isRefused(status.get())) {
      return;
    }
    Configuration alone = Peers.configuration(List.of(self));
    Status reset = node.resetPeers(alone);
    if (!reset.isOk()) {
      future.completeExceptionally(new IllegalStateException("the other members remain: " + reset));
      return;
    }
    awaitLeading(alone, term, System.nanoTime() + LEADS_WITHIN_NS);
  }

  /**
   * Waits until this member is the leader, and then sets the new configuration. After the time
   * limit, the future fails, but the wait continues.
   */
  private void awaitLeading(Configuration alone, long after, long untilNs) {
    if (machine.leadingTerm() > after) {
      // The configuration is set only now, because an earlier change of the members may be applied
      // until the member leads.
      machine.isConfigured(alone);
      future.complete(null);
      return;
    }
    if (System.nanoTime() - untilNs > 0) {
      future.completeExceptionally(
          new UnknownOutcomeException(
              "member " + self.name() + " is alone, but does not lead yet"));
    }
    MemberRole role = status.get().role();
    if (role != MemberRole.CLOSED && role != MemberRole.FAILED) {
      later(() -> awaitLeading(alone, after, untilNs));
    }
  }

  private static void later(Runnable look) {
    CompletableFuture.delayedExecutor(LOOK_MS, MILLISECONDS).execute(look);
  }
}
