package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The counters of an attack. They can be in a file that the attackers and the measuring process map
 * into memory. The measuring process thus reads the counts without waiting for the attackers, which
 * have a low priority.
 *
 * <pre>
 * offset  bytes
 *      0      8  acts that the server accepted
 *      8      8  acts that the server refused as expected
 *     16      8  acts that failed
 *     24      8  threads of the attack that have ended before it was closed
 * </pre>
 *
 * <p>The numbers have the machine's byte order. Any thread may call the methods.
 */
final class AttackCounters {

  private static final int ACCEPTED = 0;
  private static final int REFUSED = ACCEPTED + Long.BYTES;
  private static final int FAILED = REFUSED + Long.BYTES;
  private static final int ENDED = FAILED + Long.BYTES;
  private static final int LENGTH_BYTES = ENDED + Long.BYTES;

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer memory;

  private AttackCounters(ByteBuffer memory) {
    this.memory = memory;
  }

  /** Returns counters for attackers in this process, all 0. */
  static AttackCounters inMemory() {
    return new AttackCounters(ByteBuffer.allocateDirect(LENGTH_BYTES));
  }

  /**
   * Maps the counters in a file into memory. A file that does not exist is created, with all
   * counters 0.
   */
  static AttackCounters open(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new AttackCounters(channel.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH_BYTES));
    }
  }

  void accepted() {
    increment(ACCEPTED);
  }

  void refused() {
    increment(REFUSED);
  }

  void failed() {
    increment(FAILED);
  }

  void threadEnded() {
    increment(ENDED);
  }

  private void increment(int offset) {
    var unused = (long) LONG.getAndAdd(memory, offset, 1L);
  }

  private long value(int offset) {
    return (long) LONG.getVolatile(memory, offset);
  }

  /**
   * Returns the counts so far.
   *
   * @throws WorkloadFailure if a thread of the attack has ended
   */
  AttackCounts counts() {
    long ended = value(ENDED);
    if (ended > 0) {
      throw new WorkloadFailure("threads of the attack ended early: threads=" + ended);
    }
    return new AttackCounts(value(ACCEPTED), value(REFUSED), value(FAILED));
  }
}
