package dev.yardmaster.benchmarks.shards;

import java.util.Arrays;

/**
 * A shard's votes on a slice: remarks about the reads that are not certainly fresh. A read without
 * a remark is fresh. A remark contains the newest version of the key that the shard knows. It also
 * contains the batch and the place of each undecided transaction that writes the key, the last
 * transaction first. If the newest version is at or below the read's last fresh version, the read
 * can become stale only if one of these transactions commits.
 *
 * <p>In a network message, a remark would also contain the newest value, so that the leader can
 * repair.
 */
public final class Votes {

  private final ShardedBatch batch;
  private int[] places = new int[8];
  private int[] readNumbers = new int[8];
  private long[] newest = new long[8];
  private boolean[] stale = new boolean[8];
  private int[] conditionEnds = new int[8];
  private int remarks;
  private long[] conditionBatches = new long[8];
  private int[] conditionPlaces = new int[8];
  private int conditions;

  Votes(ShardedBatch batch) {
    this.batch = batch;
  }

  /** Returns the batch to which the votes belong. */
  public ShardedBatch batch() {
    return batch;
  }

  void clear() {
    remarks = 0;
    conditions = 0;
  }

  /** Adds a remark. The conditions that were added since the last remark belong to this remark. */
  void remark(int place, int readNumber, long newestVersion, boolean isStale) {
    if (remarks == places.length) {
      places = Arrays.copyOf(places, 2 * remarks);
      readNumbers = Arrays.copyOf(readNumbers, 2 * remarks);
      newest = Arrays.copyOf(newest, 2 * remarks);
      stale = Arrays.copyOf(stale, 2 * remarks);
      conditionEnds = Arrays.copyOf(conditionEnds, 2 * remarks);
    }
    places[remarks] = place;
    readNumbers[remarks] = readNumber;
    newest[remarks] = newestVersion;
    stale[remarks] = isStale;
    conditionEnds[remarks++] = conditions;
  }

  void condition(long ofBatch, int ofPlace) {
    if (conditions == conditionBatches.length) {
      conditionBatches = Arrays.copyOf(conditionBatches, 2 * conditions);
      conditionPlaces = Arrays.copyOf(conditionPlaces, 2 * conditions);
    }
    conditionBatches[conditions] = ofBatch;
    conditionPlaces[conditions++] = ofPlace;
  }

  /** Returns whether conditions were added since the last remark. */
  boolean hasOpenConditions() {
    return conditions > (remarks == 0 ? 0 : conditionEnds[remarks - 1]);
  }

  int remarks() {
    return remarks;
  }

  int place(int remark) {
    return places[remark];
  }

  int readNumber(int remark) {
    return readNumbers[remark];
  }

  long newest(int remark) {
    return newest[remark];
  }

  boolean isStale(int remark) {
    return stale[remark];
  }

  int conditionBegin(int remark) {
    return remark == 0 ? 0 : conditionEnds[remark - 1];
  }

  int conditionEnd(int remark) {
    return conditionEnds[remark];
  }

  long conditionBatch(int condition) {
    return conditionBatches[condition];
  }

  int conditionPlace(int condition) {
    return conditionPlaces[condition];
  }
}
