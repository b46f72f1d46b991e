package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.transaction.CommitListener;
import java.util.function.LongConsumer;

/**
 * One worker's log in memory, which stands for persistent memory: a record is durable as soon as it
 * is written, so there are no groups and no waits. The log overwrites its oldest bytes.
 */
final class MemoryLog implements CommitListener {

  private static final int BYTES = 1 << 20;

  /** The bytes of a record besides its row: the table, the key, the version and the length. */
  private static final int HEADER_BYTES = 24;

  /**
   * The time until a record is durable. The Plor paper states 100 ns for Optane memory, and 1 ns of
   * simulated time stands for about 2 ns.
   */
  private static final long DURABLE_NS = 50;

  /** The bytes that one worker writes in 1 ns of simulated time, which is 2 GB/s. */
  private static final long BYTES_PER_NS = 4;

  private final boolean logsUndo;
  private final LongConsumer payNs;
  private final byte[] log = new byte[BYTES];
  private int at;
  private boolean hasUndo;

  MemoryLog(boolean logsUndo, LongConsumer payNs) {
    this.logsUndo = logsUndo;
    this.payNs = payNs;
  }

  @Override
  public void writing(Access access) {
    if (logsUndo) {
      hasUndo = true;
      durable(append(access));
    }
  }

  @Override
  public void committing(long version, AccessSet accesses) {
    if (logsUndo) {
      ended();
      return;
    }
    int bytes = 0;
    for (int i = 0; i < accesses.writes(); i++) {
      bytes += append(accesses.write(i));
    }
    if (bytes > 0) {
      durable(bytes);
    }
  }

  @Override
  public void aborted() {
    if (logsUndo) {
      ended();
    }
  }

  private void ended() {
    if (hasUndo) {
      hasUndo = false;
      durable(append(new byte[0]));
    }
  }

  private int append(Access access) {
    return append(access.isPresent() ? access.image() : new byte[0]);
  }

  /** Appends a record and returns its length. */
  private int append(byte[] row) {
    int bytes = HEADER_BYTES + row.length;
    if (at + bytes > BYTES) {
      at = 0;
    }
    System.arraycopy(row, 0, log, at + HEADER_BYTES, row.length);
    at += bytes;
    return bytes;
  }

  private void durable(int bytes) {
    payNs.accept(DURABLE_NS + bytes / BYTES_PER_NS);
  }
}
