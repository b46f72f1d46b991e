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
 * Tests {@link Watermark}: coordinators report installed versions in any order, and no version is
 * lost.
 */
@JCStressTest
@Description("The mark waits for the lower version, and covers both at the end.")
@Outcome(
    id = "0, 2",
    expect = Expect.ACCEPTABLE,
    desc = "The first call of advance did not " + "see version 1.")
@Outcome(
    id = "2, 2",
    expect = Expect.ACCEPTABLE,
    desc = "The first call of advance saw " + "both versions.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The mark passed version 1, or an installation is lost.")
@State
public class WatermarkOrderStress {

  private final Watermark watermark = new Watermark(2);

  @Actor
  public void processor() {
    watermark.installed(1);
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
