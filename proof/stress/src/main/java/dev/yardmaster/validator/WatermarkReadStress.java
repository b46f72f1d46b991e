package dev.yardmaster.validator;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;

/** Tests {@link Watermark}: a reader of the mark sees the writes that {@code advance} publishes. */
@JCStressTest
@Description("A reader of the mark sees the writes that the thread that moved the mark has seen.")
@Outcome(id = "0, -1", expect = Expect.ACCEPTABLE, desc = "Not moved yet.")
@Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "Moved, and seen.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The mark covers the version, but the write is not visible.")
@State
public class WatermarkReadStress {

  private final Watermark watermark = new Watermark(2);
  private int written;

  @Actor
  public void validator() {
    written = 7;
    watermark.installed(1);
    watermark.advance();
  }

  @Actor
  public void storageWorker(JI_Result seen) {
    seen.r1 = watermark.get();
    seen.r2 = seen.r1 == 1 ? written : -1;
  }
}
