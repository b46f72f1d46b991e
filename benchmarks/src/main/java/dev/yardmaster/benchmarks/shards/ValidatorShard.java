package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.validator.CommittedVersions;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * A shard of the validator, with the newest committed versions of its keys, and the undecided
 * writes of its keys. Only one thread may use an instance.
 */
public final class ValidatorShard {

  private static final int UNDECIDED = 4096;
  private static final int NOT_HERE = -1;

  /**
   * The data of an undecided slice that the shard keeps. The slice itself goes back to the leader.
   */
  private static final class Undecided {
    private long batch;
    private int[] writeEnds = new int[16];
    private long[] writes = new long[32];
    private int writeCount;
    private int[] entryAt = new int[64];

    void set(Slice slice) {
      batch = slice.batch().number();
      writeCount = slice.writeCount();
      if (writes.length < writeCount) {
        writes = new long[2 * writeCount];
      }
      if (writeEnds.length < slice.entries()) {
        writeEnds = new int[2 * slice.entries()];
      }
      int places = slice.entries() == 0 ? 0 : slice.place(slice.entries() - 1) + 1;
      if (entryAt.length < places) {
        entryAt = new int[2 * places];
      }
      Arrays.fill(entryAt, NOT_HERE);
      for (int entry = 0; entry < slice.entries(); entry++) {
        entryAt[slice.place(entry)] = entry;
        writeEnds[entry] = slice.writeEnd(entry);
      }
      for (int write = 0; write < writeCount; write++) {
        writes[write] = slice.write(write);
      }
    }

    int entryAt(int place) {
      return place < entryAt.length ? entryAt[place] : NOT_HERE;
    }
  }

  private final CommittedVersions committed;
  private final ShardMeter meter;
  private final UndecidedWrites undecidedWrites = new UndecidedWrites(UNDECIDED);
  private final ArrayDeque<Undecided> undecided = new ArrayDeque<>();
  private final Long2ObjectHashMap<BatchOutcome> outcomes = new Long2ObjectHashMap<>();
  private final ArrayDeque<Undecided> free = new ArrayDeque<>();

  /**
   * Creates a shard.
   *
   * @param committed the table for the shard's keys, which must be empty
   */
  public ValidatorShard(CommittedVersions committed, ShardMeter meter) {
    this.committed = committed;
    this.meter = meter;
  }

  /**
   * Records the outcomes that a slice carries, and votes on the slice. Slices arrive in the order
   * of their batch numbers. Outcomes may arrive in another order, because several slicers send
   * them.
   */
  public void vote(Slice slice, Votes votes) {
    for (BatchOutcome outcome : slice.outcomes()) {
      outcomes.put(outcome.batch(), outcome);
    }
    recordNext();
    votes.clear();
    int read = 0;
    for (int entry = 0; entry < slice.entries(); entry++) {
      for (; read < slice.readEnd(entry); read++) {
        vote(slice, slice.place(entry), read, votes);
      }
    }
    int write = 0;
    long batch = slice.batch().number();
    for (int entry = 0; entry < slice.entries(); entry++) {
      for (; write < slice.writeEnd(entry); write++) {
        undecidedWrites.add(slice.write(write), batch, slice.place(entry));
      }
    }
    meter.undecided(read, write);
    remember(slice);
  }

  private void vote(Slice slice, int place, int read, Votes votes) {
    long fingerprint = slice.read(read);
    long newest = committed.newest(fingerprint);
    // If newest is 0 or negative, the table does not contain the key, and may have dropped versions
    // up to -newest.
    boolean stale = Math.abs(newest) > slice.freshThrough(read);
    undecidedWrites.addConditions(fingerprint, votes);
    if (stale || votes.hasOpenConditions()) {
      votes.remark(place, slice.readNumber(read), newest, stale);
    }
  }

  private void remember(Slice slice) {
    Undecided memory = free.isEmpty() ? new Undecided() : free.poll();
    memory.set(slice);
    undecided.add(memory);
  }

  /** Records the outcomes up to the first batch whose outcome is missing. */
  private void recordNext() {
    while (!undecided.isEmpty()) {
      BatchOutcome outcome = outcomes.remove(undecided.peek().batch);
      if (outcome == null) {
        return;
      }
      record(outcome, undecided.remove());
    }
  }

  private void record(BatchOutcome outcome, Undecided slice) {
    for (int commit = 0; commit < outcome.commits(); commit++) {
      int entry = slice.entryAt(outcome.place(commit));
      if (entry != NOT_HERE) {
        int begin = entry == 0 ? 0 : slice.writeEnds[entry - 1];
        for (int write = begin; write < slice.writeEnds[entry]; write++) {
          committed.committed(slice.writes[write], outcome.version(commit));
        }
      }
    }
    undecidedWrites.removeOldest(slice.writeCount);
    free.add(slice);
  }
}
