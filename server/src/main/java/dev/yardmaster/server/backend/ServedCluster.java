package dev.yardmaster.server.backend;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.service.PartitionFigures;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.replication.LogStatus;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberRole;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.pipeline.ReplicatedPipeline;
import dev.yardmaster.server.config.ClusterSettings;
import dev.yardmaster.server.config.value.HostPort;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.ServiceCounters;
import dev.yardmaster.service.ServiceLoad;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.storage.log.backup.Backup;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server of a cluster. While the server leads, a pipeline runs the transactions. While it does
 * not lead, the server serves only snapshots that need no leader, and refuses all other
 * transactions with the name of the leader.
 */
public final class ServedCluster implements ServerBackEnd {

  private static final Logger LOG = LoggerFactory.getLogger(ServedCluster.class);

  /**
   * The number of election timeouts for which a stopping server waits until another server leads.
   */
  private static final int ELECTION_TIMEOUTS = 3;

  private static final long LOOK_NS = 1_000_000;

  /** The folder of the data directory to which a backup is written before it is sent. */
  private static final String BACKUP = "backup";

  private final PipelineConfig config;
  private final ClusterSettings settings;
  private final WarmUp warmUp;
  private final ReplicatedPipeline cluster;
  private final LeaderChanges changes = new LeaderChanges();
  private final ClusterTerms terms = new ClusterTerms(this::announce);

  private final HandOverGate gate = new HandOverGate();

  private ServedCluster(
      PipelineConfig config,
      ClusterSettings settings,
      List<Procedure<?, ?>> procedures,
      ReplicatedLog.Engine logs)
      throws IOException {
    this.config = config;
    this.settings = settings;
    warmUp = new WarmUp(config);
    cluster = ReplicatedPipeline.start(config, logs, settings.log(), procedures, terms);
    removeInterruptedBackup(settings.log().folder().resolve(BACKUP));
  }

  private static void removeInterruptedBackup(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  /**
   * Starts a server of a cluster. The method does not wait for a leader.
   *
   * @throws YardmasterException {@link ErrorCode#IO_FAILED} if the data directory cannot be used,
   *     or the address for the other servers is in use
   */
  public static ServedCluster start(
      PipelineConfig config,
      ClusterSettings settings,
      List<Procedure<?, ?>> procedures,
      ReplicatedLog.Engine logs) {
    try {
      return new ServedCluster(config, settings, procedures, logs);
    } catch (IOException e) {
      throw new YardmasterException(
          ErrorCode.IO_FAILED,
          "the server cannot join its cluster: " + e,
          e,
          "member",
          settings.log().self(),
          "data",
          settings.log().folder());
    }
  }

  @Override
  public String name() {
    return "cluster";
  }

  @Override
  public EncodedCalls encoded() {
    return new LeaderCalls(gate, this::leading, this::notLeader, cluster::snapshot);
  }

  private EncodedCalls leading() {
    ClusterTerms.Open open = terms.open();
    return open == null ? null : open.pipeline().encoded();
  }

  private YardmasterException notLeader() {
    Leadership now = leadership();
    if (now.leader().isEmpty() || now.leads()) {
      return new YardmasterException(ErrorCode.NOT_LEADER, "no server of the cluster leads yet");
    }
    String text = "server " + now.leader().get() + " of the cluster leads";
    return now.address().isEmpty()
        ? new YardmasterException(ErrorCode.NOT_LEADER, text)
        : new YardmasterException(ErrorCode.NOT_LEADER, text, "leader", now.address());
  }

  /** Returns what this server knows about the leader. */
  public Leadership leadership() {
    ClusterTerms.Open open = terms.open();
    LogStatus status = cluster.status();
    Member self = settings.log().self();
    if (open != null) {
      return new Leadership(
          open.term(), true, Optional.of(self.name()), settings.clientAddress(self).orElse(""));
    }
    // A new leader accepts no requests until its pipeline is open.
    Optional<Member> leader =
        status.members().stream()
            .filter(member -> status.leader().equals(Optional.of(member.name())))
            .filter(member -> !member.equals(self))
            .findFirst();
    return new Leadership(
        status.term(),
        false,
        leader.map(Member::name),
        leader.flatMap(settings::clientAddress).orElse(""));
  }

  /**
   * Sets the listener for changes of the leadership. The thread of the replicated log and the
   * threads that call {@link #look} call the listener, which must not block.
   */
  public void onChange(Consumer<Leadership> newListener) {
    changes.announceTo(newListener);
    announce();
  }

  /** Returns the warm-up of this server. */
  WarmUp warmUp() {
    return warmUp;
  }

  /** Checks whether the leadership has changed, and notifies the listener if so. */
  public void look() {
    announce();
  }

  private synchronized void announce() {
    if (terms.open() != null) {
      warmUp.stop();
    }
    // The field is null if a term begins before the constructor has ended.
    if (cluster == null) {
      return;
    }
    Leadership now = leadership();
    if (!now.leads() && now.leader().isPresent()) {
      warmUp.start();
    }
    changes.announce(now);
  }

  /** Returns the number of terms since the start for which this server has known the leader. */
  long leaderChanges() {
    return changes.count();
  }

  /** Returns the number of snapshots that are open on this server although it does not lead. */
  int openSnapshots() {
    return cluster.openSnapshots();
  }

  /**
   * Returns the number of requests with which this server has asked the leader to confirm
   * snapshots.
   */
  long confirmations() {
    return cluster.confirmations();
  }

  /** Returns the state of this server's replicated log. */
  public LogStatus status() {
    return cluster.status();
  }

  /** Returns the replicated log, for changes of the members. */
  public ReplicatedLog log() {
    return cluster.log();
  }

  /** Transfers the leadership to another server, after the transactions in flight have ended. */
  @Override
  public void drain(Duration atMost) {
    Duration timeout = settings.log().electionTimeout().multipliedBy(ELECTION_TIMEOUTS);
    long untilNs = System.nanoTime() + Math.min(timeout.toNanos(), atMost.toNanos());
    gate.close(); // It does not open again, because the server ends.
    awaitNothingInFlight(untilNs);
    cluster.stepDown(Duration.ofNanos(Math.max(0, untilNs - System.nanoTime())));
  }

  /**
   * Transfers the leadership to the given server. Before that, waits for the transactions in
   * flight, at most for an election timeout. The returned future completes when this server no
   * longer leads.
   *
   * @throws IllegalArgumentException if there is no other member of this name
   */
  public CompletableFuture<Void> transfer(String member) {
    if (cluster.status().members().stream().noneMatch(each -> each.name().equals(member))
        || settings.log().self().name().equals(member)) {
      throw new IllegalArgumentException(
          "\""
              + member
              + "\" is not one of the other members of "
              + cluster.status().members().stream().map(Member::name).toList());
    }
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Thread thread = new Thread(() -> transfer(member, ended), "yardmaster-transfer");
    thread.setDaemon(true);
    thread.start();
    return ended;
  }

  private void transfer(String member, CompletableFuture<Void> ended) {
    gate.close();
    CompletableFuture<Void> transferred;
    try {
      awaitNothingInFlight(System.nanoTime() + settings.log().electionTimeout().toNanos());
      transferred = cluster.log().transferLeadership(member);
    } catch (RuntimeException e) {
      transferred = CompletableFuture.failedFuture(e);
    }
    var unused =
        transferred.whenComplete(
            (done, failure) -> {
              gate.open();
              if (failure == null) {
                ended.complete(null);
              } else {
                ended.completeExceptionally(failure);
              }
            });
  }

  /**
   * Makes this server the only server of its cluster, after a majority of the servers is lost
   * permanently. The returned future completes when this server leads. The result is {@link
   * ReplicatedPipeline#incompleteThrough}.
   *
   * @param name the name of this server; the check of the name prevents the recovery of a wrong
   *     server
   * @throws IllegalArgumentException if this server has another name
   * @see ReplicatedLog#recoverAlone
   */
  public CompletableFuture<Long> recoverAlone(String name) {
    String self = settings.log().self().name();
    if (!self.equals(name)) {
      throw new IllegalArgumentException("this server is " + self + ", not \"" + name + "\"");
    }
    return cluster.log().recoverAlone().thenApply(leads -> warnIfIncomplete());
  }

  private long warnIfIncomplete() {
    long through = cluster.incompleteThrough();
    if (through > 0) {
      LOG.warn(
          "this server leads, and commits up to version {} may be there only in part", through);
    }
    return through;
  }

  /**
   * Waits until no call and no interactive transaction is in flight. The gate does not count the
   * steps of interactive transactions. A first step that was requested at the last moment is
   * normally in flight after the first pause.
   */
  private void awaitNothingInFlight(long untilNs) {
    do {
      LockSupport.parkNanos(LOOK_NS);
    } while ((!gate.isEmpty() || load().inFlight() > 0) && untilNs - System.nanoTime() > 0);
  }

  @Override
  public int maxOpenTransactions() {
    return config.concurrency();
  }

  /**
   * Returns false, because the figures that are shown for durable servers belong to a local commit
   * log, which a cluster does not have.
   */
  @Override
  public boolean isDurable() {
    return false;
  }

  @Override
  public Optional<Throwable> failure() {
    return cluster.status().role() == MemberRole.FAILED
        ? Optional.of(new IllegalStateException("the replicated log has failed; see the log"))
        : Optional.empty();
  }

  @Override
  public Optional<String> unready() {
    Leadership now = leadership();
    if (now.leads()) {
      return Optional.empty();
    }
    return Optional.of(
        now.leader()
            .map(leader -> "not the leader: " + leader + " leads in term " + now.term())
            .orElse("not the leader: no leader is known in term " + now.term()));
  }

  @Override
  public Optional<String> warning() {
    ClusterTerms.Open open = terms.open();
    return open == null ? Optional.empty() : open.pipeline().warning();
  }

  @Override
  public ServiceCounters counters() {
    return terms.counters();
  }

  @Override
  public ServiceLoad load() {
    return terms.load();
  }

  @Override
  public long dataBytes() {
    ClusterTerms.Open open = terms.open();
    return open == null ? 0 : open.pipeline().dataBytes();
  }

  @Override
  public Conflicts conflicts() {
    ClusterTerms.Open open = terms.open();
    return open == null ? new Conflicts(List.of(), List.of()) : open.pipeline().conflicts();
  }

  @Override
  public PartitionFigures partitions() {
    return null;
  }

  @Override
  public ClusterFigures cluster() {
    Leadership now = leadership();
    LogStatus status = cluster.status();
    return new ClusterFigures(
        settings.log().self().name(),
        now.term(),
        now.leads(),
        now.leader().orElse(null),
        now.address().isEmpty() ? null : now.address(),
        status.appliedIndex(),
        status.lastTerm(),
        status.lastIndex(),
        leaderChanges(),
        status.members().stream().map(this::server).toList());
  }

  private ClusterFigures.Server server(Member member) {
    return new ClusterFigures.Server(
        member.name(),
        new HostPort(member.host(), member.port()).toString(),
        settings.clientAddress(member).orElse(null));
  }

  /**
   * Begins a backup of the leader's data. The leader first copies the data to a folder of its data
   * directory.
   */
  @Override
  public Backup backup() throws IOException {
    ClusterTerms.Open open = terms.open();
    if (open == null) {
      throw notLeader();
    }
    return open.pipeline().backupOfReplica(settings.log().folder().resolve(BACKUP));
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    ClusterMeters.bind(registry, this);
    terms.bindTo(registry);
  }

  @Override
  public void close() {
    warmUp.close();
    cluster.close();
  }
}
