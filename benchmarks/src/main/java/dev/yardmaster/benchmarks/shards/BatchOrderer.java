package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.batch.Reorderer;
import dev.yardmaster.validator.Decision;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * Joins the votes of all shards on a batch, sets stale transactions aside, and orders the other
 * transactions, like the pipeline's reorder workers. The orderer does not resolve conditions, so
 * several orderers can work on different batches at the same time. Only one thread may use an
 * instance.
 */
public final class BatchOrderer {

  private final AccessSets accesses;
  private final Reorderer reorderer;
  private final ShardMeter meter;
  private int[] viable = new int[64];
  private int[] unordered = new int[64];
  private int unorderedCount;
  private int edges;
  private boolean proven;

  // The writes of a batch. The writes of the same key are linked.
  private final Long2LongHashMap lastWriter = new Long2LongHashMap(ShardedTransaction.NONE);
  private int[] writerPlaces = new int[64];
  private int[] writersBefore = new int[64];

  /**
   * Creates an orderer.
   *
   * @param accesses the access sets of a batch, used only by this object
   */
  public BatchOrderer(AccessSets accesses, ReorderConfig config, ShardMeter meter) {
    this.accesses = accesses;
    this.reorderer = new Reorderer(config);
    this.meter = meter;
  }

  /** Orders a batch on which all shards have voted. */
  public void order(ShardedBatch batch) {
    join(batch);
    int size = batch.size();
    if (viable.length < size) {
      viable = Arrays.copyOf(viable, 2 * size);
      unordered = Arrays.copyOf(unordered, 2 * size);
    }
    accesses.clear();
    unorderedCount = 0;
    edges = 0;
    proven = true;
    int count = 0;
    for (int place = 0; place < size; place++) {
      ShardedTransaction transaction = batch.transaction(place);
      if (transaction.isStale()) {
        setAside(transaction, place, Decision.PRE_VALIDATION);
      } else {
        viable[count++] = place;
        transaction.addTo(accesses);
      }
    }
    if (count > 1) {
      reorder(batch);
    } else if (count == 1) {
      batch.append(viable[0]);
    }
    batch.endOrdered();
    for (int i = 0; i < unorderedCount; i++) {
      batch.append(unordered[i]);
    }
    if (unorderedCount > 0) {
      nameWriters(batch);
    }
  }

  /**
   * For each read of a transaction without an order, adds the transactions of the batch that write
   * the key.
   */
  private void nameWriters(ShardedBatch batch) {
    lastWriter.clear();
    int writes = 0;
    for (int i = 0; i < batch.toDecide(); i++) {
      int place = batch.inOrder(i);
      ShardedTransaction transaction = batch.transaction(place);
      for (int write = 0; write < transaction.writes(); write++) {
        if (writes == writerPlaces.length) {
          writerPlaces = Arrays.copyOf(writerPlaces, 2 * writes);
          writersBefore = Arrays.copyOf(writersBefore, 2 * writes);
        }
        writerPlaces[writes] = place;
        writersBefore[writes] = (int) lastWriter.put(transaction.writeFingerprint(write), writes);
        writes++;
      }
    }
    int reads = 0;
    for (int i = 0; i < unorderedCount; i++) {
      ShardedTransaction reader = batch.transaction(unordered[i]);
      for (int read = 0; read < reader.reads(); read++) {
        for (int writer = (int) lastWriter.get(reader.readFingerprint(read));
            writer != ShardedTransaction.NONE;
            writer = writersBefore[writer]) {
          if (writerPlaces[writer] != unordered[i]) {
            batch.addWriter(unordered[i], read, writerPlaces[writer]);
          }
        }
        reads++;
      }
    }
    meter.undecided(reads, writes);
  }

  private void join(ShardedBatch batch) {
    int remarks = 0;
    for (int shard = 0; shard < batch.shards(); shard++) {
      Votes votes = batch.votes(shard);
      for (int remark = 0; remark < votes.remarks(); remark++) {
        batch.addRemark(shard, remark);
        if (votes.isStale(remark)) {
          batch.transaction(votes.place(remark)).stale();
        }
      }
      remarks += votes.remarks();
    }
    meter.joined(remarks);
  }

  private void reorder(ShardedBatch batch) {
    reorderer.reorder(accesses);
    edges = reorderer.edges();
    proven = reorderer.proven();
    for (int i = 0; i < reorderer.survivors(); i++) {
      batch.append(viable[reorderer.survivor(i)]);
    }
    for (int i = 0; i < reorderer.victims(); i++) {
      int place = viable[reorderer.victim(i)];
      setAside(batch.transaction(place), place, Decision.VICTIM);
    }
  }

  private void setAside(ShardedTransaction transaction, int place, Decision cause) {
    if (transaction.isRepairable()) {
      unordered[unorderedCount++] = place;
    } else {
      transaction.abort(cause);
    }
  }

  /** Returns the number of edges of the last batch's conflict graph. */
  public int edges() {
    return edges;
  }

  /** Returns whether the solver has proven that the last batch's victims are the best choice. */
  public boolean proven() {
    return proven;
  }
}
