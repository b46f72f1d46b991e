package dev.yardmaster.engine.protocol.ranges;

import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Tests {@link WriterRing}. Two writers register in a ring of slots. A defect could let one writer
 * overwrite the slot of the second writer. At the same time, a third writer finds the ring full,
 * closes it and replaces it with a longer ring.
 */
@JCStressTest
@Description("A registered writer is in the longer ring exactly once.")
@Outcome(id = "0, 4", expect = Expect.ACCEPTABLE, desc = "Both writers are in the ring at the end.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A writer is lost, or present twice.")
@State
public class GrowingRingStress {

  private static final int EARLIER = 2;

  private final AtomicReference<long[]> present = new AtomicReference<>(WriterRing.of(2));
  private final long first = WriterWord.of(1, new Writer(1));
  private final long second = WriterWord.of(2, new Writer(2));
  private long lost;

  public GrowingRingStress() {
    for (int i = 0; i < EARLIER; i++) {
      WriterRing.register(present.get(), WriterWord.of(0, new Writer(0)), word -> true);
    }
  }

  private long register(long writer) {
    while (true) {
      long[] ring = present.get();
      long position = WriterRing.register(ring, writer, word -> true);
      if (position >= 0) {
        return position;
      }
      present.compareAndSet(ring, WriterRing.twice(ring));
    }
  }

  @Actor
  public void first() {
    register(first);
  }

  @Actor
  public void second() {
    long position = register(second);
    long[] ring = present.get();
    if (position >= WriterRing.version(ring)
        || WriterWord.worker(WriterRing.writer(ring, position)) != 2) {
      lost++;
    }
  }

  @Actor
  public void grows() {
    long[] ring = present.get();
    WriterRing.close(ring);
    present.compareAndSet(ring, WriterRing.twice(ring));
  }

  @Arbiter
  public void inTheEnd(JJ_Result seen) {
    long[] ring = present.get();
    int workers =
        WriterWord.worker(WriterRing.writer(ring, EARLIER))
            + WriterWord.worker(WriterRing.writer(ring, EARLIER + 1L));
    seen.r1 = lost + (workers == 3 ? 0 : 1);
    seen.r2 = WriterRing.version(ring);
  }
}
