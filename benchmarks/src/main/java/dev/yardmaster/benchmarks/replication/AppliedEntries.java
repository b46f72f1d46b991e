package dev.yardmaster.benchmarks.replication;

import dev.yardmaster.replication.Replica;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * A replica that keeps the number and a digest of the applied entries, and the longest time between
 * two applied entries. The log's thread writes the state, and any thread may read it. The object's
 * monitor guards the state.
 */
final class AppliedEntries implements Replica {

  private static final String FILE = "digest";
  private static final long DIGEST_FACTOR = 0x9E3779B97F4A7C15L;

  private long count;
  private long digest;
  private long leadingTerm;
  private long longestSilenceNs;
  private long lastAppliedNs;

  /** The state after the last applied entry. */
  record State(long count, long digest) {

    static State parse(String text) {
      String[] parts = text.split(" ", -1);
      return new State(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }

    @Override
    public String toString() {
      return count + " " + digest;
    }
  }

  @Override
  public void apply(long index, long term, ByteBuffer entry) {
    CRC32C checksum = new CRC32C();
    checksum.update(entry);
    long nowNs = System.nanoTime();
    synchronized (this) {
      count++;
      digest = (digest + checksum.getValue()) * DIGEST_FACTOR;
      longestSilenceNs = Math.max(longestSilenceNs, nowNs - lastAppliedNs);
      lastAppliedNs = nowNs;
    }
  }

  @Override
  public synchronized void startLeading(long term) {
    leadingTerm = term;
    notifyAll();
  }

  @Override
  public synchronized void stopLeading(long term) {
    leadingTerm = 0;
  }

  @Override
  public Save save(Path folder) throws IOException {
    Files.writeString(folder.resolve(FILE), state().toString());
    return Save.DONE;
  }

  @Override
  public void load(Path folder) throws IOException {
    State saved = State.parse(Files.readString(folder.resolve(FILE)));
    synchronized (this) {
      count = saved.count;
      digest = saved.digest;
    }
  }

  synchronized State state() {
    return new State(count, digest);
  }

  /** Returns the term of this member's leadership; 0 if this member does not lead. */
  synchronized long leadingTerm() {
    return leadingTerm;
  }

  /** Waits until this member leads, and returns the term. */
  synchronized long awaitLeadership() throws InterruptedException {
    while (leadingTerm == 0) {
      wait();
    }
    return leadingTerm;
  }

  /** Begins to measure the longest silence anew. */
  synchronized void beginSilence() {
    longestSilenceNs = 0;
    lastAppliedNs = System.nanoTime();
  }

  /** Returns the longest time between two applied entries since {@link #beginSilence}, in ns. */
  synchronized long longestSilenceNs() {
    return longestSilenceNs;
  }
}
