package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.processor.coordinator.WakeUp;
import dev.yardmaster.processor.log.LiveCheckpoint;
import dev.yardmaster.processor.snapshot.SnapshotHistory;
import dev.yardmaster.processor.snapshot.Snapshots;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.schedule.SimulationFailure;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.pipeline.StoreReplica;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.worker.SnapshotRead;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.agrona.concurrent.EpochClock;

/** A member of a simulated cluster, from a start to a crash: its replica and its pipelines. */
final class ClusterMember implements StoreReplica.Pipelines {

  /** A snapshot, and the number of log entries that it contains. */
  record Snapshot(SimulatedDisk disk, int entries) {}

  /**
   * Compared with a pipeline without a cluster, a member's memory above the table is smaller by
   * this factor, and its flushes are more frequent by this factor. The reason is that the log of a
   * run is short, and each leader writes only a part of it.
   */
  private static final int SHORT = 8;

  /** The members' tables are in memory. */
  private static final Path NO_FOLDER = Path.of("simulated");

  private final Scenario scenario;
  private final Scheduler scheduler;
  private final HistoryLog history;
  private final ClusterParts hooks;
  private final long secret;
  private final int maxSkewMs;
  private final Function<SimulatedParts, MemberTerm> opening;
  private final Consumer<ClusterMember> flushing;
  private final StoreReplica replica;
  private final SimulatedLog.Node node;
  private MemberTerm leadership;
  private boolean over;

  /** The thread that completes a snapshot of a leader; null if there was none. */
  private CallerTask saving;

  /**
   * Starts a member.
   *
   * @param from the snapshot from which the member starts; null for the beginning of the log
   * @param secret determines the member's fingerprints
   * @param maxSkewMs the maximum time by which the member's clock for ids is ahead, in ms. The time
   *     is drawn anew for each term, as if the clock was set between the terms
   * @param opening opens the pipeline of a term
   * @param flushing begins a snapshot of the member, to flush the member's changes
   */
  ClusterMember(
      String name,
      Scenario scenario,
      Scheduler scheduler,
      HistoryLog history,
      ClusterParts hooks,
      SimulatedLog log,
      Snapshot from,
      long secret,
      int maxSkewMs,
      Function<SimulatedParts, MemberTerm> opening,
      Consumer<ClusterMember> flushing) {
    this.scenario = scenario;
    this.scheduler = scheduler;
    this.history = history;
    this.hooks = hooks;
    this.secret = secret;
    this.maxSkewMs = maxSkewMs;
    this.opening = opening;
    this.flushing = flushing;
    PipelineConfig config = scenario.simulatedConfig().onCores(1);
    replica = new StoreReplica(config, NO_FOLDER, Parts::new, this, hooks.owner(this::own));
    Replica hooked = hooks.replica(replica);
    node =
        log
        .new Node(
            name,
            config.storage() == Storage.DISK ? new Flushed(hooked) : hooked,
            hooks.startsEarly());
    replica.joins(hooks.log(node));
    if (from == null) {
      node.begin();
    } else {
      node.begin(from.entries, () -> replica.load(from.disk.copy()));
    }
  }

  private void own(Runnable call) {
    node.thread().addBetween(call);
  }

  private final class Parts extends SimulatedParts {
    private final GroupReplication replication;
    private final int skewMs = scheduler.random().nextInt(maxSkewMs + 1);

    Parts(GroupReplication replication) {
      super(scenario, scheduler, history, new SplittableRandom(secret));
      this.replication = replication == null ? null : hooks.replication(replication);
    }

    @Override
    public GroupReplication replication() {
      return replication;
    }

    @Override
    public LiveCheckpoint liveCheckpoint(Watermark watermark, LongSupplier horizonMs) {
      return hooks.liveCheckpoint(watermark, horizonMs, closingWait());
    }

    @Override
    public Snapshots snapshots(
        Watermark watermark,
        List<Queue<SnapshotRead>> reads,
        int most,
        long mostKeptBytes,
        SnapshotHistory recorded,
        WakeUp wakeUp) {
      Watermark mark = replication == null ? hooks.followedThrough(watermark) : watermark;
      return super.snapshots(mark, reads, most, mostKeptBytes, recorded, wakeUp);
    }

    @Override
    public VersionedStore store() {
      return hooks.store();
    }

    @Override
    public DiskTable table(Path folder, long cacheBytes) {
      return hooks.table(
          new SimulatedDisk(scheduler.random().split(), scheduler::switchPoint).table());
    }

    @Override
    long storeBytes() {
      return super.storeBytes() / SHORT;
    }

    @Override
    public EpochClock epochClock() {
      return () -> scheduler.epochMs() + skewMs;
    }
  }

  /** A replica that is flushed each time it has applied a certain number of bytes. */
  private final class Flushed implements Replica {
    private final Replica flushed;
    private long bytes;

    Flushed(Replica flushed) {
      this.flushed = flushed;
    }

    @Override
    public void apply(long index, long term, ByteBuffer entry) {
      bytes += entry.remaining();
      flushed.apply(index, term, entry);
      if (bytes >= scenario.flushBytes() / SHORT) {
        bytes = 0;
        flushing.accept(ClusterMember.this);
      }
    }

    @Override
    public void startLeading(long term) {
      flushed.startLeading(term);
    }

    @Override
    public void stopLeading(long term) {
      flushed.stopLeading(term);
    }

    @Override
    public Save save(Path folder) throws IOException {
      return flushed.save(folder);
    }

    @Override
    public void load(Path folder) throws IOException {
      flushed.load(folder);
    }
  }

  @Override
  public Pipeline open(PipelineConfig config, PipelineParts parts) {
    leadership = opening.apply((Parts) parts);
    return leadership.pipeline();
  }

  @Override
  public void close(Pipeline pipeline) {
    leadership.close();
  }

  /** Does nothing, because the simulation chooses the leaders. */
  @Override
  public void stepDown(ReplicatedLog log, long term) {}

  SimulatedLog.Node node() {
    return node;
  }

  /** Opens a snapshot on this member. The member should not lead. */
  CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
    return replica.snapshot(options);
  }

  /** Returns whether the member has ended. */
  boolean isOver() {
    return over;
  }

  /** Returns the pipeline of this member's last term as leader; null if this member never led. */
  MemberTerm leadership() {
    return leadership;
  }

  /** Returns whether clients can submit operations to this member. */
  boolean isOpen() {
    return leadership != null && leadership.isOpen();
  }

  /** Returns whether the member's replica leads. */
  private boolean isLeading() {
    return leadership != null && !leadership.isClosed();
  }

  /**
   * Takes a snapshot, unless one is in progress. The thread of the node calls this method. If the
   * member leads, another thread completes the snapshot, unless the term ends first.
   *
   * @param taken receives the complete snapshot
   */
  void takeSnapshot(SimulatedDisk disk, Consumer<Snapshot> taken) throws IOException {
    if (saving != null && !saving.ended()) {
      return;
    }
    MemberTerm saved = isLeading() ? leadership : null;
    Replica.Save rest = replica.save(disk);
    Snapshot snapshot = new Snapshot(disk, node.applied());
    if (saved == null) {
      rest.run();
      taken.accept(snapshot);
      return;
    }
    endSave();
    saving =
        new CallerTask(
            node.thread().task() + "-save", () -> complete(rest, saved, snapshot, taken));
    scheduler.add(saving);
  }

  private static void complete(
      Replica.Save rest, MemberTerm saved, Snapshot snapshot, Consumer<Snapshot> taken) {
    try {
      rest.run();
      taken.accept(snapshot);
    } catch (IOException e) {
      if (saved.isOpen()) {
        throw new SimulationFailure("no snapshot of a leader: " + e, e);
      }
    }
  }

  /** Ends the thread that completes a snapshot. */
  private void endSave() {
    if (saving != null) {
      saving.abandon();
      scheduler.remove(List.of(saving), List.of());
    }
  }

  /** Ends the threads of the member. */
  void end() {
    over = true;
    node.thread().task().abandon();
    endSave();
  }

  /** Ends the member and its pipeline suddenly. */
  void crash(SimulatedLog log) {
    log.crash(node);
    end();
    scheduler.remove(List.of(node.thread().task()), List.of());
    if (leadership != null && !leadership.isOver()) {
      leadership.crash();
    }
  }

  /**
   * Returns the data of the stores as text, by key.
   *
   * @param outcomes whether to include the outcomes of ids
   */
  Map<String, String> data(boolean outcomes) {
    Map<String, String> data = new TreeMap<>();
    for (VersionedStore store : replica.stores()) {
      store.scan(
          null,
          null,
          entry -> {
            if (outcomes || !entry.key().isReserved()) {
              data.put(
                  entry.key().toString(), entry.version() + " " + Arrays.toString(entry.value()));
            }
            return true;
          });
    }
    return data;
  }
}
