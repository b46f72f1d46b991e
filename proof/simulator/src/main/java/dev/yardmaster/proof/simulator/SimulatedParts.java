package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.CallerWait;
import dev.yardmaster.processor.coordinator.CallerReads;
import dev.yardmaster.proof.simulator.disk.RemoteTable;
import dev.yardmaster.proof.simulator.disk.SimulatedDisk;
import dev.yardmaster.proof.simulator.scenario.LinkDelay;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.schedule.SimulatedLink;
import dev.yardmaster.storage.ReadSet;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.validator.Watermark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/**
 * The parts of a simulated pipeline. The scheduler provides the clock and the waits. The disk and
 * the links between stages are simulated.
 */
class SimulatedParts extends ScenarioParts {

  private final Scenario scenario;
  private final Scheduler scheduler;
  private final List<SimulatedLink<?>> links = new ArrayList<>();
  private SimulatedDisk disk;

  SimulatedParts(Scenario scenario, Scheduler scheduler, HistoryLog history) {
    this(scenario, scheduler, history, scheduler.random());
  }

  /** Creates parts whose secret for fingerprints is drawn from {@code secrets}. */
  SimulatedParts(
      Scenario scenario, Scheduler scheduler, HistoryLog history, SplittableRandom secrets) {
    super(scenario, secrets, history);
    this.scenario = scenario;
    this.scheduler = scheduler;
  }

  /** Returns the run's random numbers. */
  final SplittableRandom random() {
    return scheduler.random();
  }

  @Override
  public final NanoClock clock() {
    return scheduler;
  }

  @Override
  public EpochClock epochClock() {
    return scheduler::epochMs;
  }

  /** Sets the disk of a durable pipeline. By default the pipeline starts with an empty disk. */
  final void use(SimulatedDisk found) {
    disk = found;
  }

  @Override
  public Disk disk(Path directory) {
    if (disk == null) {
      disk = new SimulatedDisk(random().split(), scheduler::switchPoint);
    }
    return disk;
  }

  @Override
  public DiskTable table(Path folder, long cacheBytes) {
    return scenario.isRemote()
        ? new RemoteTable(disk.table(), random().split(), scheduler::switchPoint)
        : disk.table();
  }

  /** Returns a store of little memory. */
  @Override
  public VersionedStore store(DiskTable table, int shard, int shards, long memoryBytes) {
    return super.store(table, shard, shards, storeBytes());
  }

  /** Returns the memory of the stores above a table, in bytes. */
  long storeBytes() {
    return scenario.storeBytes();
  }

  @Override
  public final long flushBytes(long memoryBytes) {
    return scenario.flushBytes();
  }

  @Override
  public final int logBufferBytes(int maxTransactionBytes) {
    // A short buffer suffices for simulated transactions, and a campaign allocates thousands of
    // them.
    return 1 << 16;
  }

  @Override
  public final CallerWait callerWait() {
    return CallerTask::waitForTurn;
  }

  @Override
  public final CallerWait closingWait() {
    return callerWait();
  }

  /**
   * Returns the object with which callers read. Before each read of this object, other tasks may
   * run. One read in eight fails, as if the store changed at the same time.
   */
  @Override
  public CallerReads callerReads(List<VersionedStore> shards, Watermark watermark, int maxKeys) {
    return new CallerReads(shards, watermark, maxKeys, this::fingerprints) {
      @Override
      protected boolean read(Key key, ReadSet reads) {
        return random().nextInt(8) > 0 && super.read(key, reads);
      }

      @Override
      protected long installedThrough() {
        long through = super.installedThrough();
        CallerTask.waitForTurn(0, () -> true);
        return through;
      }
    };
  }

  /** Returns the links of the pipeline. */
  final List<SimulatedLink<?>> links() {
    return links;
  }

  @Override
  public <E> Queue<E> link(int producers, int capacity) {
    return added(new SimulatedLink<>(scheduler, scenario.delay(), capacity));
  }

  @Override
  public <E> Queue<E> orderedLink(int capacity) {
    LinkDelay inOrder = new LinkDelay(scenario.delay().maxNs(), false);
    return added(new SimulatedLink<>(scheduler, inOrder, capacity));
  }

  private <E> SimulatedLink<E> added(SimulatedLink<E> link) {
    scheduler.add(link);
    links.add(link);
    return link;
  }
}
