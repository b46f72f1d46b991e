package dev.yardmaster.engine.protocol.locking;

import dev.yardmaster.engine.protocol.SharedWords;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests {@link RecordLock}. One worker claims the lock for writing; another worker claims it for
 * reading, and then for writing. A worker continues only if no other claim conflicts with its own
 * claim. No claim is ever released.
 */
@JCStressTest
@Description("Of two workers with conflicting claims at least one sees the conflict.")
@Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "The first worker writes.")
@Outcome(
    id = "0, (1|2)",
    expect = Expect.ACCEPTABLE,
    desc = "The second worker reads, and may write.")
@Outcome(
    id = "0, 0",
    expect = Expect.ACCEPTABLE,
    desc = "Each worker has seen the other worker's claim.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both workers hold the lock, and one of them writes.")
@State
public class RecordLockStress {

  private static final int NOTHING = 0;
  private static final int READ = 1;
  private static final int WRITE = 2;

  private static final int WRITER = 0;
  private static final int READER = 1;

  private final RecordLock lock = new RecordLock(1, 2, new SharedWords(null));
  private final long[] record = new long[1 + RecordLock.words(2)];

  @Actor
  public void writer(II_Result held) {
    held.r1 = mayWrite(WRITER) ? WRITE : NOTHING;
  }

  @Actor
  public void readerThatWritesThen(II_Result held) {
    held.r2 = NOTHING;
    lock.readers().add(record, 0, READER);
    if (lock.writer(record, 0) < 0) {
      held.r2 = mayWrite(READER) ? WRITE : READ;
    }
  }

  private boolean mayWrite(int worker) {
    return lock.claimWrite(record, 0, worker) && lock.readers().next(record, 0, 0, worker) < 0;
  }
}
