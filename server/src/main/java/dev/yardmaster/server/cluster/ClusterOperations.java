package dev.yardmaster.server.cluster;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.replication.LogStatus;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberRole;
import dev.yardmaster.server.admin.AdminOperation;
import dev.yardmaster.server.audit.Audit;
import dev.yardmaster.server.audit.AuditEvent;
import dev.yardmaster.server.backend.ServedCluster;
import dev.yardmaster.server.config.value.AuditedEvents;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The operations of operators on a cluster. The server accepts one operation at a time. Only the
 * leader executes operations, except the recovery of a server that has no leader.
 */
public final class ClusterOperations {

  /**
   * The time limit of an answer. After this time, the answer says that the change is not complete
   * and may still take effect.
   */
  private static final int TIMEOUT_S = 30;

  /** The maximum number of characters of an operation in the audit log. */
  private static final int MAX_AUDITED = 128;

  private final ServedCluster cluster;
  private final Audit audit;

  @Shared(
      writers = "event loops, the thread that ends a change",
      readers = "the same",
      access = "compare-and-set")
  private final AtomicBoolean busy = new AtomicBoolean();

  /** Creates the operations of one server. */
  public ClusterOperations(ServedCluster cluster, Audit audit) {
    this.cluster = cluster;
    this.audit = audit;
  }

  /**
   * Returns the operations by their paths. The query of a request is the argument of the operation.
   */
  public Map<String, AdminOperation> byPath() {
    return Map.of(
        "/api/cluster/transfer", new Change("transfer"),
        "/api/cluster/add", new Change("add"),
        "/api/cluster/remove", new Change("remove"),
        "/api/cluster/recover", new Change("recover"));
  }

  /**
   * Begins a change. The future completes when the change has taken effect, with a text for the
   * operator.
   */
  private CompletableFuture<String> begin(String kind, String argument) {
    return kind.equals("recover")
        ? cluster.recoverAlone(argument).thenApply(ClusterOperations::recovered)
        : beginAtLeader(kind, argument).thenApply(inForce -> "done");
  }

  /** Returns the text for the operator of a recovered server. */
  static String recovered(long incompleteThrough) {
    return incompleteThrough == 0
        ? "done"
        : "done, but commits up to version "
            + incompleteThrough
            + " may be there only in part: the server has a leader's snapshot, and not all commits"
            + " that were made while it was written";
  }

  private CompletableFuture<Void> beginAtLeader(String kind, String argument) {
    LogStatus status = cluster.status();
    if (status.role() != MemberRole.LEADER) {
      throw new IllegalStateException(cluster.unready().orElse("the server does not lead yet"));
    }
    List<Member> members = new ArrayList<>(status.members());
    switch (kind) {
      case "transfer" -> {
        return cluster.transfer(argument);
      }
      case "add" -> {
        Member added = Member.parse(argument);
        if (members.stream().anyMatch(member -> member.name().equals(added.name()))) {
          throw new IllegalArgumentException(added.name() + " is a member already");
        }
        members.stream()
            .filter(member -> member.host().equals(added.host()) && member.port() == added.port())
            .findFirst()
            .ifPresent(
                member -> {
                  throw new IllegalArgumentException(member.name() + " has this address");
                });
        members.add(added);
      }
      default -> {
        require(members, argument);
        if (members.size() == 1) {
          throw new IllegalArgumentException(argument + " is the only member");
        }
        members.removeIf(member -> member.name().equals(argument));
      }
    }
    return cluster.log().changeMembers(members);
  }

  /** Returns the outcome in the audit log of a change that ended with this error, or null. */
  static String outcome(Throwable thrown) {
    return thrown == null ? "done" : thrown instanceof TimeoutException ? "unknown" : "failed";
  }

  private static void require(List<Member> members, String name) {
    if (members.stream().noneMatch(member -> member.name().equals(name))) {
      throw new IllegalArgumentException(
          "\""
              + name
              + "\" is not one of the members "
              + members.stream().map(Member::name).toList());
    }
  }

  /** The operation for one kind of change. */
  private final class Change implements AdminOperation {
    private final String kind;

    Change(String kind) {
      this.kind = kind;
    }

    @Override
    public ChannelFuture start(Channel connection, String principal, String argument) {
      if (!busy.compareAndSet(false, true)) {
        return null;
      }
      ChannelPromise answered = connection.newPromise();
      CompletableFuture<String> change;
      try {
        change = begin(kind, argument);
      } catch (IllegalArgumentException | IllegalStateException e) {
        change = CompletableFuture.failedFuture(e);
      }
      var unused =
          change
              .copy() // The time limit is one of the answer, not of the change.
              .orTimeout(TIMEOUT_S, TimeUnit.SECONDS)
              .whenComplete(
                  (done, thrown) -> {
                    busy.set(false);
                    Throwable cause = unwrapped(thrown);
                    record(AuditedEvents.WRITES, connection, principal, argument, outcome(cause));
                    connection
                        .writeAndFlush(response(argument, done, cause))
                        .addListener(written -> answered.trySuccess());
                  });
      return answered;
    }

    private Throwable unwrapped(Throwable thrown) {
      return thrown instanceof CompletionException && thrown.getCause() != null
          ? thrown.getCause()
          : thrown;
    }

    private FullHttpResponse response(String argument, String done, Throwable thrown) {
      String text =
          thrown == null
              ? kind + " " + argument + ": " + done
              : thrown instanceof IllegalArgumentException
                      || thrown instanceof IllegalStateException
                  ? thrown.getMessage()
                  : thrown instanceof TimeoutException
                      ? "not in force after " + TIMEOUT_S + " s; it may still take effect"
                      : kind + " " + argument + " failed: " + thrown;
      HttpResponseStatus status =
          thrown == null
              ? HttpResponseStatus.OK
              : thrown instanceof IllegalArgumentException
                  ? HttpResponseStatus.BAD_REQUEST
                  : HttpResponseStatus.CONFLICT;
      return AdminOperation.line(status, text);
    }

    @Override
    public void refused(Channel connection, String principal) {
      record(AuditedEvents.REFUSALS, connection, principal, "", "refused");
    }

    private void record(
        AuditedEvents events,
        Channel connection,
        String principal,
        String argument,
        String outcome) {
      if (audit.has(events)) {
        String what = "cluster " + kind + " " + argument.replaceAll("[^ -~]", "?");
        audit.add(
            new AuditEvent(
                    what.strip().substring(0, Math.min(what.strip().length(), MAX_AUDITED)),
                    principal,
                    String.valueOf(connection.remoteAddress()))
                .outcome(outcome));
      }
    }
  }
}
