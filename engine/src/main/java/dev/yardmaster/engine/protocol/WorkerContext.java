package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.epoch.EpochMember;
import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.epoch.Retired;
import dev.yardmaster.engine.index.NodeSet;
import dev.yardmaster.engine.table.RecordAllocator;
import dev.yardmaster.engine.table.Records;
import java.util.Arrays;

/**
 * What a worker hands to its {@link ConcurrencyControl}: the present transaction's accesses and
 * nodes, slots, and the means to wait. Owned by the worker's thread.
 */
public final class WorkerContext {

  /** Most workers of an engine. */
  public static final int MAX_WORKERS = 256;

  private final int worker;
  private final Epochs epochs;
  private final EpochMember member;
  private final Pace pace;
  private final long originNs;
  private final AccessSet accesses;
  private final NodeSet nodes = new NodeSet();
  private final RangeCounts ranges = new RangeCounts();
  private final Conflict conflict = new Conflict();
  private final Retired<RecordAllocator> retired;
  private boolean hasConflict;
  private RecordAllocator[] allocators = new RecordAllocator[0];

  /**
   * A worker's context.
   *
   * @param worker its number, counted from 0
   * @param protocol whose accesses its transactions have
   * @param originNs a time of the pace's clock that is the same for all workers, and over
   */
  public WorkerContext(int worker, Protocol protocol, Epochs epochs, Pace pace, long originNs) {
    accesses = new AccessSet(protocol::newAccess);
    this.worker = worker;
    this.originNs = originNs;
    this.epochs = epochs;
    this.member = epochs.member(worker);
    this.pace = pace;
    this.retired = new Retired<>(epochs, RecordAllocator::free);
  }

  /** The worker's number, counted from 0. */
  public int worker() {
    return worker;
  }

  /** When things can be used again. */
  public Epochs epochs() {
    return epochs;
  }

  /** The worker's place in the epochs. */
  public EpochMember member() {
    return member;
  }

  /** How the worker waits, and its clock. */
  public Pace pace() {
    return pace;
  }

  /** The time that all workers count from: when the engine's first one was made. */
  public long originNs() {
    return originNs;
  }

  /** The present transaction's accesses. */
  public AccessSet accesses() {
    return accesses;
  }

  /** The nodes in which the present transaction found keys missing. */
  public NodeSet nodes() {
    return nodes;
  }

  /** What the validation of scans has come to. */
  public RangeCounts ranges() {
    return ranges;
  }

  /**
   * What to throw to end the present transaction, which cannot commit any more; always the same.
   */
  public Conflict conflict() {
    hasConflict = true;
    return conflict;
  }

  /** Whether the present transaction has met a conflict, even if its logic has caught it. */
  public boolean hasConflict() {
    return hasConflict;
  }

  /** Another transaction begins. */
  public void begin() {
    hasConflict = false;
  }

  /**
   * The worker's slots of some records.
   *
   * @throws IllegalArgumentException if the worker has slots under that number of other records:
   *     then one of the two is of another engine
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
      throw new IllegalArgumentException("a table of another engine has no slots in this one");
    }
    allocators[number] = new RecordAllocator(records);
    return allocators[number];
  }

  /** Gives a slot back that no new reader finds; it is used again when nobody can reach it. */
  public void retire(Records records, int record) {
    retired.add(allocator(records), record);
  }

  /** Frees what nobody can reach any more; at most so many slots. */
  public void free(int most) {
    retired.free(most);
  }

  /** How many slots wait until nobody can reach them. */
  public int waiting() {
    return retired.size();
  }
}
