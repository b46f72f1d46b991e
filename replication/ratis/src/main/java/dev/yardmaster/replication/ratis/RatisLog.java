package dev.yardmaster.replication.ratis;

import dev.yardmaster.replication.LogSettings;
import dev.yardmaster.replication.LogStatus;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.NotLeaderException;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.Role;
import dev.yardmaster.replication.UnknownOutcomeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;

/**
 * One member of a log: a Ratis server with one division.
 *
 * <p>A member that was wiped gets nothing while the leader is idle (RATIS-2523); the next entry or
 * confirmed read brings it up to date. Closing takes up to 1 s, the time for which the thread that
 * writes the log waits for work.
 */
final class RatisLog implements ReplicatedLog {

  private static final RaftGroupId GROUP =
      RaftGroupId.valueOf(UUID.fromString("59617264-6d61-4374-8572-6c6f67000001"));

  private final LogSettings settings;
  private final ReplicaStateMachine machine;
  private final RaftServer server;
  private final RaftServer.Division division;
  private final ClientId client = ClientId.randomId();
  private final AtomicLong calls = new AtomicLong();
  private volatile boolean closed;

  private RatisLog(LogSettings settings, Replica replica) throws IOException {
    this.settings = settings;
    this.machine = new ReplicaStateMachine(settings.self().name(), replica, this::stopAfterFailure);
    this.server =
        RaftServer.newBuilder()
            .setServerId(id(settings.self().name()))
            .setGroup(RaftGroup.valueOf(GROUP, peers(settings.initialMembers())))
            .setOption(RaftStorage.StartupOption.RECOVER)
            .setStateMachine(machine)
            .setProperties(RaftSettings.of(settings))
            .build();
    this.division = server.getDivision(GROUP);
  }

  static RatisLog start(LogSettings settings, Replica replica) throws IOException {
    RatisLog log = new RatisLog(settings, replica);
    try {
      log.server.start();
    } catch (IOException | RuntimeException e) {
      log.close();
      throw new IOException("cannot start " + settings.self() + " in " + settings.folder(), e);
    }
    return log;
  }

  @Override
  public CompletableFuture<Long> append(long term, ByteBuffer entry) {
    int lengthBytes = entry.remaining();
    if (lengthBytes == 0 || lengthBytes > settings.maxEntryBytes()) {
      throw new IllegalArgumentException(
          "entry of "
              + lengthBytes
              + " bytes is not between 1 and "
              + settings.maxEntryBytes()
              + " bytes long");
    }
    return append(new Entry(term, entry));
  }

  /**
   * Appends an entry without content. A read index of Ratis is not enough: it sends no messages if
   * an earlier read has confirmed the same index.
   */
  @Override
  public CompletableFuture<Long> confirmRead() {
    return append(new Entry(machine.leadingTerm(), ByteBuffer.allocate(0)));
  }

  private CompletableFuture<Long> append(Entry entry) {
    long term = machine.leadingTerm();
    if (closed || term == 0 || entry.term() != term) {
      return CompletableFuture.failedFuture(notLeader("not the leader of term " + entry.term()));
    }
    RaftClientRequest request =
        RaftClientRequest.newBuilder()
            .setClientId(client)
            .setServerId(server.getId())
            .setGroupId(GROUP)
            .setCallId(calls.incrementAndGet())
            .setMessage(entry)
            .setType(RaftClientRequest.writeRequestType())
            .build();
    return outcome(
        // The server would pass the request to another thread.
        () ->
            ((RaftClientAsynchronousProtocol) division)
                .submitClientRequestAsync(request)
                .thenApply(reply -> succeeded(reply).getLogIndex()),
        entry::appended);
  }

  @Override
  public CompletableFuture<Void> transferLeadership(String member) {
    boolean other =
        !member.equals(settings.self().name())
            && members().stream().anyMatch(m -> m.name().equals(member));
    if (!other) {
      throw new IllegalArgumentException(
          "\"" + member + "\" is not another one of the members " + members());
    }
    if (closed || machine.leadingTerm() == 0) {
      return CompletableFuture.failedFuture(notLeader("not the leader"));
    }
    TransferLeadershipRequest request =
        new TransferLeadershipRequest(
            client,
            server.getId(),
            GROUP,
            calls.incrementAndGet(),
            id(member),
            2 * settings.electionTimeout().toMillis());
    return outcome(
        () ->
            server
                .transferLeadershipAsync(request)
                .thenApply(RatisLog::succeeded)
                .thenCompose(reply -> machine.afterCallsOfReplica()),
        () -> true);
  }

  @Override
  public CompletableFuture<Void> changeMembers(Collection<Member> members) {
    if (closed || machine.leadingTerm() == 0) {
      return CompletableFuture.failedFuture(notLeader("not the leader"));
    }
    SetConfigurationRequest request =
        new SetConfigurationRequest(
            client,
            server.getId(),
            GROUP,
            calls.incrementAndGet(),
            SetConfigurationRequest.Arguments.newBuilder()
                .setServersInNewConf(peers(members))
                .build());
    return outcome(
        () -> server.setConfigurationAsync(request).thenAccept(RatisLog::succeeded), () -> true);
  }

  @Override
  public CompletableFuture<Long> snapshot() {
    return outcome(machine::snapshot, () -> true);
  }

  @Override
  public LogStatus status() {
    DivisionInfo info = division.getInfo();
    return new LogStatus(
        role(info),
        info.getCurrentTerm(),
        leader(),
        Math.max(0, machine.getLastAppliedTermIndex().getIndex()),
        Math.max(0, division.getRaftLog().getLastCommittedIndex()),
        members());
  }

  private Role role(DivisionInfo info) {
    if (closed) {
      return Role.CLOSED;
    }
    if (machine.failed() || !info.isAlive()) {
      return Role.FAILED;
    }
    return info.isLeader() ? Role.LEADER : Role.FOLLOWER;
  }

  private Optional<String> leader() {
    return Optional.ofNullable(division.getInfo().getLeaderId()).map(RaftPeerId::toString);
  }

  private List<Member> members() {
    return division.getRaftConf().getCurrentPeers().stream()
        .map(peer -> Member.parse(peer.getId() + "=" + peer.getAddress()))
        .sorted(Comparator.comparing(Member::name))
        .toList();
  }

  @Override
  public void close() {
    closed = true;
    closeServer();
    machine.end();
  }

  /** The failure is noticed on the applying thread, for which the server waits. */
  private void stopAfterFailure() {
    Thread thread = new Thread(this::closeServer, settings.self().name() + "-stop");
    thread.setDaemon(true);
    thread.start();
  }

  private synchronized void closeServer() {
    try {
      server.close();
    } catch (IOException e) {
      throw new IllegalStateException("cannot close " + settings.self(), e);
    }
  }

  /**
   * Starts an operation and maps its errors. Ratis tells that this member is not the leader both
   * for requests that it refuses and for those that still wait when a term ends.
   *
   * @param begun whether the operation may have taken effect if Ratis reports an error
   */
  private <T> CompletableFuture<T> outcome(Operation<T> operation, BooleanSupplier begun) {
    CompletableFuture<T> done;
    try {
      done = operation.start();
    } catch (IOException | RuntimeException e) {
      done = CompletableFuture.failedFuture(e);
    }
    CompletableFuture<T> outcome = new CompletableFuture<>();
    CompletableFuture<T> unused =
        done.whenComplete(
            (result, e) -> {
              if (e == null) {
                outcome.complete(result);
              } else {
                outcome.completeExceptionally(failure(e, begun.getAsBoolean()));
              }
            });
    return outcome;
  }

  private static RaftClientReply succeeded(RaftClientReply reply) {
    if (reply.getException() != null) {
      throw new CompletionException(reply.getException());
    }
    return reply;
  }

  private Exception failure(Throwable error, boolean begun) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    return begun
        ? new UnknownOutcomeException("unknown outcome: " + cause.getMessage(), cause)
        : notLeader("refused: " + cause.getMessage());
  }

  private NotLeaderException notLeader(String message) {
    return new NotLeaderException(settings.self().name() + ": " + message, leader());
  }

  private static List<RaftPeer> peers(Collection<Member> members) {
    return members.stream().map(RatisLog::peer).toList();
  }

  private static RaftPeer peer(Member member) {
    String host = member.host().contains(":") ? "[" + member.host() + "]" : member.host();
    return RaftPeer.newBuilder()
        .setId(id(member.name()))
        .setAddress(host + ":" + member.port())
        .build();
  }

  private static RaftPeerId id(String member) {
    return RaftPeerId.valueOf(member);
  }

  /** An operation of Ratis. */
  private interface Operation<T> {
    CompletableFuture<T> start() throws IOException;
  }
}
