package dev.yardmaster.validator;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Tests {@link Watermark}: a version reuses the ring element of a version that the mark has already
 * passed. The ring has two elements, so version 3 overwrites version 1 while the mark advances over
 * version 2.
 */
@JCStressTest
@Description(
    "When places of the ring are reused, no installation is lost, and none is "
        + "reported falsely.")
@Outcome(
    id = {"2, 3", "3, 3"},
    expect = Expect.ACCEPTABLE,
    desc = "The mark covers version 3 immediately, or later.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The mark is too low or too high.")
@State
public class WatermarkRingStress {

  private final Watermark watermark = new Watermark(2);

  public WatermarkRingStress() {
    watermark.installed(1);
    watermark.advance();
  }

  @Actor
  public void processor() {
    watermark.installed(3);
  }

  @Actor
  public void processorThenValidator(JJ_Result mark) {
    watermark.installed(2);
    watermark.advance();
    mark.r1 = watermark.get();
  }

  @Arbiter
  public void validatorAtLast(JJ_Result mark) {
    watermark.advance();
    mark.r2 = watermark.get();
  }
}
