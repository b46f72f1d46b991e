package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.benchmarks.virtual.meter.MeteredParts;
import dev.yardmaster.processor.CallerWait;
import dev.yardmaster.validator.BatchLinks;
import java.util.Queue;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/** The parts of a pipeline on virtual cores: the cores' clock, and the links between agents. */
final class VirtualParts extends MeteredParts {

  private static final long EPOCH_BEGAN_MS = 1_700_000_000_000L;
  private static final long NS_PER_MS = 1_000_000;

  private final VirtualCores cores;
  private final double hopNs;

  /**
   * Creates parts.
   *
   * @param hopNs the delay of each message between processors and storage, and between processors
   *     and the validator, in ns; 0 for a pipeline on one machine
   */
  VirtualParts(VirtualCores cores, double hopNs) {
    super(cores);
    this.cores = cores;
    this.hopNs = hopNs;
  }

  @Override
  public NanoClock clock() {
    return cores;
  }

  @Override
  public EpochClock epochClock() {
    return () -> EPOCH_BEGAN_MS + cores.nanoTime() / NS_PER_MS;
  }

  /** Runs the cores while a caller waits. */
  @Override
  public CallerWait callerWait() {
    return (waits, over) -> cores.step();
  }

  @Override
  public CallerWait closingWait() {
    return callerWait();
  }

  @Override
  public <E> Queue<E> link(int producers, int capacity) {
    return hopNs == 0
        ? new VirtualLink<>(cores, cores.handOverNs(), capacity)
        : VirtualLink.between(cores, hopNs, capacity);
  }

  @Override
  public <E> Queue<E> orderedLink(int capacity) {
    return new VirtualLink<>(cores, cores.handOverNs(), capacity);
  }

  @Override
  public BatchLinks batchLinks() {
    return new BatchLinks() {
      @Override
      public <E> Queue<E> link(int consumers, int capacity) {
        return new VirtualLink<>(cores, cores.handOverNs(), capacity);
      }
    };
  }
}
