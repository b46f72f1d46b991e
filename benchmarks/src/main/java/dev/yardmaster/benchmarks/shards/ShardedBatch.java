package dev.yardmaster.benchmarks.shards;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A batch at the leader, with its transactions, its slices, and the shards' votes. A place is a
 * transaction's position in the batch, which the reordering does not change. An instance is reused
 * after its decision. {@link BatchDecider} keeps the data that later conditions need, and {@link
 * BatchOutcome} has the data that the shards need.
 */
public final class ShardedBatch {

  private final ShardedTransaction[] transactions;
  private final List<Slice> slices = new ArrayList<>();
  private final List<Votes> votes = new ArrayList<>();
  private long number;
  private int size;
  private int missingVotes;

  /**
   * The places, in the order of decision. The first {@code ordered} places are in the commit order.
   * The transactions at the remaining places have no position in the commit order.
   */
  private final int[] order;

  private int ordered;
  private int toDecide;

  // The remarks of all shards. The remarks about the same transaction are linked.
  private int[] remarkNext = new int[32];
  private int[] remarkShards = new int[32];
  private int[] remarkIndexes = new int[32];
  private int remarks;

  // For each transaction without an order, the transactions of this batch that write its read keys.
  // The writers for the same reading transaction are linked.
  private int[] writerNext = new int[32];
  private int[] writerReads = new int[32];
  private int[] writerPlaces = new int[32];
  private int writers;

  /** Creates an empty batch. */
  public ShardedBatch(int capacity, int shards) {
    transactions = new ShardedTransaction[capacity];
    order = new int[capacity];
    for (int i = 0; i < shards; i++) {
      slices.add(new Slice(this));
      votes.add(new Votes(this));
    }
  }

  /** Empties the batch. */
  public void clear() {
    size = 0;
  }

  /** Adds a transaction. */
  public void add(ShardedTransaction transaction) {
    transactions[size++] = transaction;
  }

  /** Returns the number of transactions. */
  public int size() {
    return size;
  }

  /** Returns the transaction at a place. */
  public ShardedTransaction transaction(int place) {
    return transactions[place];
  }

  /** Returns the number of the batch in the order in which batches are decided. */
  public long number() {
    return number;
  }

  /** Returns the slice for a shard. */
  public Slice slice(int shard) {
    return slices.get(shard);
  }

  /** Returns the votes of a shard. */
  public Votes votes(int shard) {
    return votes.get(shard);
  }

  /**
   * Records that another shard has voted.
   *
   * @return whether all shards have voted
   */
  public boolean voted() {
    missingVotes--;
    return missingVotes == 0;
  }

  void sliced(long newNumber) {
    number = newNumber;
    missingVotes = slices.size();
    ordered = 0;
    toDecide = 0;
    remarks = 0;
    writers = 0;
  }

  int shards() {
    return slices.size();
  }

  void addRemark(int shard, int index) {
    if (remarks == remarkNext.length) {
      remarkNext = Arrays.copyOf(remarkNext, 2 * remarks);
      remarkShards = Arrays.copyOf(remarkShards, 2 * remarks);
      remarkIndexes = Arrays.copyOf(remarkIndexes, 2 * remarks);
    }
    ShardedTransaction about = transactions[votes.get(shard).place(index)];
    remarkShards[remarks] = shard;
    remarkIndexes[remarks] = index;
    remarkNext[remarks] = about.remarked(remarks);
    remarks++;
  }

  int nextRemark(int remark) {
    return remarkNext[remark];
  }

  Votes remarkVotes(int remark) {
    return votes.get(remarkShards[remark]);
  }

  int remarkIndex(int remark) {
    return remarkIndexes[remark];
  }

  /**
   * Records that the transaction at {@code readerPlace} reads a key that the transaction at {@code
   * writerPlace} writes. The reader has no order.
   */
  void addWriter(int readerPlace, int read, int writerPlace) {
    if (writers == writerNext.length) {
      writerNext = Arrays.copyOf(writerNext, 2 * writers);
      writerReads = Arrays.copyOf(writerReads, 2 * writers);
      writerPlaces = Arrays.copyOf(writerPlaces, 2 * writers);
    }
    writerReads[writers] = read;
    writerPlaces[writers] = writerPlace;
    writerNext[writers] = transactions[readerPlace].hasWriter(writers);
    writers++;
  }

  int nextWriter(int writer) {
    return writerNext[writer];
  }

  int writerRead(int writer) {
    return writerReads[writer];
  }

  int writerPlace(int writer) {
    return writerPlaces[writer];
  }

  /**
   * Appends a place to the sequence of the decisions. Call {@link #endOrdered} after the last place
   * that has an order.
   */
  void append(int place) {
    order[toDecide++] = place;
  }

  void endOrdered() {
    ordered = toDecide;
  }

  /** Returns the number of places that have an order. In this order, all of them could commit. */
  int ordered() {
    return ordered;
  }

  /**
   * Returns the number of places to decide. The transactions after the ordered places are
   * repairable.
   */
  int toDecide() {
    return toDecide;
  }

  int inOrder(int position) {
    return order[position];
  }
}
