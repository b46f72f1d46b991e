package dev.yardmaster.engine.protocol.partition;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.HeaderProtocol;
import dev.yardmaster.engine.protocol.Mixing;
import dev.yardmaster.engine.protocol.Mixing.Phase;
import dev.yardmaster.engine.protocol.Mixing.Wait;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Table;
import java.util.Objects;

/**
 * Partition locking: each partition of the keys has one lock. An attempt locks the partitions of
 * the keys that its logic declares, in ascending order, before the logic runs. If the logic then
 * accesses another partition, the transaction locks this partition if it is free. Otherwise the
 * attempt aborts, and the next attempt locks also this partition before its logic runs.
 */
public final class PartitionLocking extends HeaderProtocol {

  private final Partitioning partitioning;
  private final PartitionLocks locks;

  /**
   * Creates a protocol for one engine.
   *
   * @param partitioning the partitions of the keys; the keys without a partition share one
   *     additional lock
   */
  public PartitionLocking(Partitioning partitioning) {
    super(WorkerContext.MAX_WORKERS);
    this.partitioning = Objects.requireNonNull(partitioning, "partitioning");
    locks = new PartitionLocks(partitioning.count() + 1);
  }

  @Override
  public String name() {
    return "partcc";
  }

  @Override
  public boolean locksReads() {
    return true;
  }

  /**
   * A transaction waits only before its logic runs, and then holds only locks of partitions. An
   * attempt that finds a partition locked later aborts, and the next attempt waits for the
   * partition when it begins.
   */
  @Override
  public Mixing mixing() {
    return Mixing.possible(new Wait(Phase.PREPROCESS, Phase.PREPROCESS));
  }

  @Override
  public Access newAccess() {
    return new PartitionAccess();
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return control(worker, partitioning::indexOf);
  }

  /**
   * Returns one worker's part of the protocol, for a mix of protocols.
   *
   * @param lookup returns the lock for each key that the protocol manages
   */
  public ConcurrencyControl control(WorkerContext worker, Lookup lookup) {
    return new PartitionControl(lookup, partitioning.count() + 1, locks, worker);
  }

  /** Determines the partition whose lock protects a key. */
  @FunctionalInterface
  public interface Lookup {

    /**
     * Returns the partition of a key, or the number of partitions if the key belongs to none.
     * Returns {@link Partitioning#NONE} if another protocol manages the key.
     */
    int of(Table table, long key, byte[] rest);

    /** Returns the partition of an access that the protocol manages. */
    default int of(Access access) {
      return of(access.table(), access.key(), access.rest());
    }
  }
}
