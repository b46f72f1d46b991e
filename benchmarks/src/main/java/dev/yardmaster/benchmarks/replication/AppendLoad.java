package dev.yardmaster.benchmarks.replication;

import dev.yardmaster.replication.ReplicatedLog;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/**
 * Appends entries of one length at the leader, with a constant number of entries in flight. One
 * thread appends the entries. The log's thread records the latencies.
 */
final class AppendLoad {

  private static final int DIGITS = 3;
  private static final long TIMEOUT_S = 60;

  private final ReplicatedLog log;
  private final long term;
  private final byte[] content;
  private final int inFlight;
  private final long recordedNs;
  private final Histogram latencies = new SynchronizedHistogram(DIGITS);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Semaphore free;
  private long appended;

  /** The results of a load: the latencies in ns, and the length of the recorded interval. */
  record Result(Histogram latencies, long elapsedNs) {

    static Result parse(String text) {
      String[] parts = text.split(" ", -1);
      try {
        return new Result(
            Histogram.decodeFromCompressedByteBuffer(
                ByteBuffer.wrap(Base64.getDecoder().decode(parts[1])), 0),
            Long.parseLong(parts[0]));
      } catch (DataFormatException e) {
        throw new IllegalArgumentException(text, e);
      }
    }

    @Override
    public String toString() {
      ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
      int length = latencies.encodeIntoCompressedByteBuffer(bytes);
      byte[] used = new byte[length];
      bytes.flip().get(used);
      return elapsedNs + " " + Base64.getEncoder().encodeToString(used);
    }
  }

  /** Creates the load that the words of a {@link #request} describe. */
  AppendLoad(ReplicatedLog log, long term, String[] request) {
    this.log = log;
    this.term = term;
    content = new byte[Integer.parseInt(request[1])];
    // The bytes are random, so that neither the log nor the disk can compress the entries.
    new SplittableRandom(Long.parseLong(request[2])).nextBytes(content);
    inFlight = Integer.parseInt(request[3]);
    recordedNs = Long.parseLong(request[4]);
    free = new Semaphore(inFlight);
  }

  /** Returns the request for a load. */
  static String request(int bytes, long seed, int inFlight, long recordedNs) {
    return "append " + bytes + " " + seed + " " + inFlight + " " + recordedNs;
  }

  /**
   * Appends for the interval, waits until all appends have ended, and returns the {@link Result} as
   * text.
   */
  String run() throws Exception {
    long beganNs = System.nanoTime();
    while (System.nanoTime() - beganNs < recordedNs) {
      await(1);
      long appendedNs = System.nanoTime();
      var unused =
          log.append(term, nextEntry())
              .whenComplete(
                  (index, failed) -> {
                    latencies.recordValue(System.nanoTime() - appendedNs);
                    failure.compareAndSet(null, failed);
                    free.release();
                  });
    }
    await(inFlight);
    return new Result(latencies, System.nanoTime() - beganNs).toString();
  }

  /**
   * Returns an entry that differs from all other entries, so that the digests depend on the order
   * of the entries.
   */
  private ByteBuffer nextEntry() {
    ByteBuffer entry = ByteBuffer.wrap(content.clone());
    if (entry.remaining() >= Long.BYTES) {
      appended++;
      entry.putLong(0, appended);
    }
    return entry;
  }

  private void await(int permits) throws Exception {
    if (!free.tryAcquire(permits, TIMEOUT_S, TimeUnit.SECONDS)) {
      throw new IllegalStateException("an append has no result after " + TIMEOUT_S + " s");
    }
    if (failure.get() != null) {
      throw new IllegalStateException("an append failed: " + failure.get());
    }
  }
}
