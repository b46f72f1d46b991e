package dev.yardmaster.validator;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;

/**
 * Tests the whole chain of {@link Watermark}, over three threads. jcstress runs this test on three
 * or more cores. {@link WatermarkInstalledStress} and {@link WatermarkReadStress} each test one
 * half of the chain.
 */
@JCStressTest
@Description("A reader of the mark sees the writes before a covered version's installation.")
@Outcome(
    id = "0, -1",
    expect = Expect.ACCEPTABLE,
    desc = "The version is not installed, or the mark has not moved yet.")
@Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "Moved, and seen.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The mark covers the version, but the write is not visible.")
@State
public class WatermarkChainStress {

  private final Watermark watermark = new Watermark(2);
  private int written;

  @Actor
  public void processor() {
    written = 7;
    watermark.installed(1);
  }

  @Actor
  public void validator() {
    watermark.advance();
  }

  @Actor
  public void storageWorker(JI_Result seen) {
    seen.r1 = watermark.get();
    seen.r2 = seen.r1 == 1 ? written : -1;
  }
}
