package dev.yardmaster.benchmarks.engine.log;

import dev.yardmaster.engine.protocol.Access;
import java.util.function.LongConsumer;

/**
 * One worker's log in memory. The memory represents persistent memory. A record is durable as soon
 * as it is written, so there are no groups and no waits. When its buffer is full, the log
 * overwrites its oldest bytes.
 */
final class MemoryLog extends WorkerLog {

  private static final int BYTES = 1 << 20;

  /**
   * The number of bytes of a logged row in addition to the row's columns: the table, the key, the
   * version and the length.
   */
  private static final int HEADER_BYTES = 24;

  private static final byte[] NO_ROW = {};

  /**
   * The simulated time until a record is durable. The Plor paper states 100 ns for Optane memory,
   * and 1 ns of simulated time corresponds to about 2 ns of real time.
   */
  private static final long DURABLE_NS = 50;

  /**
   * The log's write bandwidth, in bytes that one worker writes in 1 ns of simulated time. The real
   * rate is 2 GB/s, because 1 ns of simulated time corresponds to about 2 ns of real time.
   */
  private static final long BYTES_PER_NS = 4;

  private final LongConsumer payNs;
  private final byte[] log = new byte[BYTES];
  private int at;
  private int added;

  /**
   * Creates an empty log.
   *
   * @param payNs adds the time of a write to persistent memory to a simulated worker's virtual time
   */
  MemoryLog(boolean logsUndo, LongConsumer payNs) {
    super(logsUndo);
    this.payNs = payNs;
  }

  @Override
  public void add(Access access) {
    append(row(access));
  }

  private void append(byte[] row) {
    int bytes = HEADER_BYTES + row.length;
    if (at + bytes > BYTES) {
      at = 0;
    }
    System.arraycopy(row, 0, log, at + HEADER_BYTES, row.length);
    at += bytes;
    added += bytes;
  }

  @Override
  public void write() {
    if (added == 0) {
      append(NO_ROW);
    }
    payNs.accept(DURABLE_NS + added / BYTES_PER_NS);
    added = 0;
  }

  @Override
  public void awaitDurable() {}
}
