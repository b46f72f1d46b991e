package dev.yardmaster.validator;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Tests {@link Watermark}: the mark advances only to the end of the prefix of versions without
 * gaps. Version 2 is never installed.
 */
@JCStressTest
@Description("The mark never passes a version that is not installed, and never decreases.")
@Outcome(
    id = {"0, (0|1)", "1, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "The mark is below the gap.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The mark is above the gap, or has decreased.")
@State
public class WatermarkGapStress {

  private final Watermark watermark = new Watermark(4);

  @Actor
  public void processor() {
    watermark.installed(3);
    watermark.installed(1);
    watermark.installed(4);
  }

  @Actor
  public void validator(JJ_Result mark) {
    watermark.advance();
    mark.r1 = watermark.get();
    watermark.advance();
    mark.r2 = watermark.get();
  }
}
