package dev.yardmaster.engine.protocol.ranges;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Tests {@link WriterRing}. Two writers register in an array of two slots, which other writers used
 * before. One writer also reads all positions below the version that this writer sees.
 */
@JCStressTest
@Description("All positions below the version have their writers, and none is lost.")
@Outcome(id = "0, 4", expect = Expect.ACCEPTABLE, desc = "Both writers are in the ring at the end.")
@Outcome(expect = Expect.FORBIDDEN, desc = "There is a gap below the version, or a writer is lost.")
@State
public class WriterRingStress {

  private static final int EARLIER = 2;

  private final long[] ring = WriterRing.of(2);
  private final long first = WriterWord.of(1, new Writer(1));
  private final long second = WriterWord.of(2, new Writer(2));
  private long holes;

  public WriterRingStress() {
    for (int i = 0; i < EARLIER; i++) {
      WriterRing.register(ring, WriterWord.of(0, new Writer(0)), word -> true);
    }
  }

  @Actor
  public void first() {
    WriterRing.register(ring, first, word -> true);
  }

  @Actor
  public void second() {
    WriterRing.register(ring, second, word -> true);
    long version = WriterRing.version(ring);
    for (long position = EARLIER; position < version; position++) {
      if (WriterWord.worker(WriterRing.writer(ring, position)) == 0) {
        holes++;
      }
    }
  }

  @Arbiter
  public void inTheEnd(JJ_Result seen) {
    int workers =
        WriterWord.worker(WriterRing.writer(ring, EARLIER))
            + WriterWord.worker(WriterRing.writer(ring, EARLIER + 1L));
    seen.r1 = holes + (workers == 3 ? 0 : 1);
    seen.r2 = WriterRing.version(ring);
  }
}
