package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.epoch.EpochMember;
import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.epoch.Retired;
import dev.yardmaster.engine.index.NodeSet;
import dev.yardmaster.engine.table.RecordAllocator;
import dev.yardmaster.engine.table.Records;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * The state that a worker shares with its {@link ConcurrencyControl}: the accesses and index nodes
 * of the current transaction, the worker's record slots, and its pace. Only the worker's thread
 * uses the context.
 *
 * <p>If a transaction can use several protocols, each protocol gets a {@linkplain #part part} of
 * the context. A part has its own accesses, and shares everything else with the other parts.
 */
public final class WorkerContext {

  /** The maximum number of workers of an engine. */
  public static final int MAX_WORKERS = 1024;

  private final int worker;
  private final Epochs epochs;
  private final SuspendedTransactions suspended;
  private final EpochMember member;
  private final Pace pace;
  private final long originNs;
  private final SharedWords words;
  private final AccessSet accesses;
  private final NodeSet nodes;
  private final IndexReads indexReads;
  private final RangeCounts ranges;
  private final Conflict conflict;
  private final Retired<RecordAllocator> retired;

  /** The context to which this part belongs; this context itself if it is not a part. */
  private final WorkerContext whole;

  /**
   * The accesses that the protocol manages. In a context that is not a part, these are all
   * accesses.
   */
  private final AccessList managed;

  /** Reserves the current transaction's space in the log; null without a log. */
  private LongSupplier reservation;

  private boolean hasReserved;
  private long reserved;
  private boolean hasConflict;
  private long indexConflicts;

  /** Receives the times of waits; null if waits are not timed. */
  private WaitTimes waits;

  private RecordAllocator[] allocators = new RecordAllocator[0];

  /**
   * The index of the next allocator for which {@link #free} checks whether its table was dropped.
   */
  private int nextAllocator;

  /**
   * Creates a worker's context.
   *
   * @param worker the worker's number, counted from 0
   * @param protocol the protocol, which creates the accesses
   * @param suspended the suspended transactions of all workers
   * @param originNs a time in the past by the pace's clock, the same for all workers
   */
  public WorkerContext(
      int worker,
      Protocol protocol,
      Epochs epochs,
      SuspendedTransactions suspended,
      Pace pace,
      long originNs) {
    whole = this;
    accesses = protocol.newAccessSet();
    managed = accesses;
    nodes = new NodeSet();
    ranges = new RangeCounts();
    conflict = new Conflict();
    indexReads = new IndexReads(nodes, accesses, pace);
    this.worker = worker;
    this.originNs = originNs;
    this.epochs = epochs;
    this.suspended = suspended;
    this.member = epochs.member(worker);
    this.pace = pace;
    words = new SharedWords(pace.lines());
    this.retired = new Retired<>(epochs, RecordAllocator::free);
  }

  private WorkerContext(WorkerContext whole, AccessList managed) {
    this.whole = whole;
    this.managed = managed;
    accesses = whole.accesses;
    nodes = whole.nodes;
    indexReads = whole.indexReads;
    ranges = whole.ranges;
    conflict = whole.conflict;
    worker = whole.worker;
    originNs = whole.originNs;
    epochs = whole.epochs;
    suspended = whole.suspended;
    member = whole.member;
    pace = whole.pace;
    words = whole.words;
    retired = whole.retired;
  }

  /**
   * Creates the part of this context for one of several protocols that a transaction can use. The
   * protocol sees only the given accesses. In a part, {@link #indexIsUnchanged} does not validate
   * the index nodes; the caller validates them once for all protocols.
   */
  public WorkerContext part(AccessList accessesOfPart) {
    return new WorkerContext(this, accessesOfPart);
  }

  /** Returns the worker's number, counted from 0. */
  public int worker() {
    return worker;
  }

  /** Returns the epochs, which determine when removed records can be reused. */
  public Epochs epochs() {
    return epochs;
  }

  /** Returns the suspended transactions of all workers. */
  public SuspendedTransactions suspended() {
    return suspended;
  }

  /**
   * Aborts the transaction of another worker if that transaction is suspended and must give way.
   * The protocol calls this method when the current transaction conflicts with the other
   * transaction.
   */
  public void meets(int other) {
    suspended.abortIfOver(other);
  }

  /** Returns the worker's epoch member. */
  public EpochMember member() {
    return member;
  }

  /** Returns the worker's pace, with which the worker waits and reads the time. */
  public Pace pace() {
    return pace;
  }

  /**
   * Starts or stops timing the worker's waits.
   *
   * @param into receives the times; null stops the timing
   */
  public void time(WaitTimes into) {
    waits = into;
  }

  /** Waits as {@link Pace#await} does, and adds the waiting time if waits are timed. */
  public void await(int round, WaitTimes.Cause cause) {
    beginWait(round);
    pace.await(round);
    endWait(cause);
  }

  /**
   * Begins one round of a wait, which {@link #endWait} ends.
   *
   * @param round the number of earlier rounds of this wait
   */
  public void beginWait(int round) {
    if (whole.waits != null) {
      whole.waits.begin(round, pace.nowNs());
    }
  }

  /** Ends one round of a wait. */
  public void endWait(WaitTimes.Cause cause) {
    if (whole.waits != null) {
      whole.waits.end(cause, pace.nowNs());
    }
  }

  /** Returns the object through which the worker accesses the words and rows of records. */
  public SharedWords words() {
    return words;
  }

  /**
   * Returns the time at which the engine's first worker was created, in ns. All workers compute
   * times relative to this time.
   */
  public long originNs() {
    return originNs;
  }

  /** Returns all accesses of the current transaction. */
  public AccessSet accesses() {
    return accesses;
  }

  /** Returns the current transaction's accesses to records that the protocol manages. */
  public AccessList managed() {
    return managed;
  }

  /** Returns the nodes in which the current transaction has found keys missing. */
  public NodeSet nodes() {
    return nodes;
  }

  /** Returns the counts of the work that this worker has done to validate scans. */
  public RangeCounts ranges() {
    return ranges;
  }

  /**
   * Marks the current transaction as unable to commit, and returns the exception that the caller
   * must throw. Every call returns the same instance.
   */
  public Conflict conflict() {
    whole.hasConflict = true;
    return conflict;
  }

  /**
   * Returns whether a conflict was created for the current transaction. The result is true even if
   * the transaction's logic has caught the exception.
   */
  public boolean hasConflict() {
    return hasConflict;
  }

  /**
   * Marks the current transaction as unable to commit because an index has changed, and returns the
   * exception that the caller must throw.
   */
  public Conflict indexConflict() {
    whole.indexConflicts++;
    return conflict();
  }

  /**
   * Returns the current transaction's reads of indexes, which add their nodes to {@link #nodes}.
   */
  public IndexReads indexReads() {
    return indexReads;
  }

  /** Clears the current transaction's index reads and nodes. */
  public void end() {
    accesses.clear();
    indexReads.clear();
    nodes.clear();
  }

  /**
   * Returns whether there was a moment during the call at which all keys that the current
   * transaction has found missing were still missing. If not, the transaction must be aborted. If
   * an index node has changed, the method repeats the transaction's index reads. In a part of a
   * context, the result is always true.
   */
  public boolean indexIsUnchanged() {
    if (whole != this) {
      return true;
    }
    boolean unchanged = nodes.isUnchanged();
    if (!unchanged) {
      unchanged = indexReads.repeat();
    }
    indexConflicts += unchanged ? 0 : 1;
    return unchanged;
  }

  /**
   * As {@link #indexIsUnchanged}, but the method does not repeat index reads. The method returns
   * false if any node has changed.
   */
  public boolean nodesAreUnchanged() {
    boolean unchanged = nodes.isUnchanged();
    indexConflicts += unchanged ? 0 : 1;
    return unchanged;
  }

  /**
   * Returns the number of attempts that were aborted because an index had changed. Only protocols
   * that lock records count all of them. Tests use the number to distinguish these aborts from
   * conflicts over records.
   */
  public long indexConflicts() {
    return indexConflicts;
  }

  /** Begins another transaction. */
  public void begin() {
    hasConflict = false;
    hasReserved = false;
  }

  /**
   * Sets the function that reserves space in the log for the transactions; see {@link #reserve}.
   */
  public void reservesBy(LongSupplier newReservation) {
    reservation = newReservation;
  }

  /**
   * Reserves space in the log for the current transaction. Only the first call in an attempt has an
   * effect. The protocol calls this method when the transaction has locked its writes, but has not
   * yet validated its reads.
   *
   * @return the commit number, if the log numbers the commits of the protocol and the transaction
   *     writes; otherwise 0
   */
  public long reserve() {
    if (whole != this) {
      return whole.reserve();
    }
    if (!hasReserved) {
      hasReserved = true;
      reserved = reservation == null ? 0 : reservation.getAsLong();
    }
    return reserved;
  }

  /**
   * Returns the worker's allocator of slots in the given storage of records.
   *
   * @throws IllegalArgumentException if the worker already has an allocator for another storage
   *     with the same number; then one of the two storages belongs to another engine
   */
  public RecordAllocator allocator(Records records) {
    int number = records.number();
    if (number < allocators.length) {
      RecordAllocator allocator = allocators[number];
      if (allocator != null && allocator.isOf(records)) {
        return allocator;
      }
    }
    return newAllocator(records);
  }

  private RecordAllocator newAllocator(Records records) {
    int number = records.number();
    if (number >= allocators.length) {
      allocators = Arrays.copyOf(allocators, Math.max(number + 1, 2 * allocators.length));
    }
    if (allocators[number] != null) {
      throw new IllegalArgumentException("the table belongs to another engine");
    }
    allocators[number] = new RecordAllocator(records);
    return allocators[number];
  }

  /**
   * Returns free slots of all allocators to the tables. Each allocator keeps less than one chunk of
   * free slots.
   */
  public void giveBackSlots() {
    for (RecordAllocator allocator : allocators) {
      if (allocator != null) {
        allocator.giveBack();
      }
    }
  }

  /**
   * Retires a slot that new readers cannot find. The slot is reused when no thread can reach it.
   */
  public void retire(Records records, int record) {
    retired.add(allocator(records), record);
  }

  /**
   * Frees some retired slots that no thread can reach. Also checks one allocator and discards it if
   * its table was dropped.
   */
  public void free() {
    retired.free();
    if (allocators.length > 0) {
      nextAllocator = (nextAllocator + 1) % allocators.length;
      RecordAllocator allocator = allocators[nextAllocator];
      if (allocator != null && allocator.isOfDropped()) {
        allocators[nextAllocator] = null;
      }
    }
  }

  /** Returns the number of retired slots that wait to be freed. */
  public int waiting() {
    return retired.size();
  }
}
