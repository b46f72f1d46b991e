package dev.yardmaster.validator;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;

/**
 * Tests {@link Watermark}: {@code advance} reads with acquire semantics the data that {@code
 * installed} has written with release semantics.
 */
@JCStressTest
@Description(
    "The thread that moves the mark over a version sees the writes before its installation.")
@Outcome(id = "0, -1", expect = Expect.ACCEPTABLE, desc = "Not installed yet.")
@Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "Installed, and seen.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The mark covers the version, but the write is not visible.")
@State
public class WatermarkInstalledStress {

  private final Watermark watermark = new Watermark(2);
  private int written;

  @Actor
  public void processor() {
    written = 7;
    watermark.installed(1);
  }

  @Actor
  public void validator(JI_Result seen) {
    watermark.advance();
    seen.r1 = watermark.get();
    seen.r2 = seen.r1 == 1 ? written : -1;
  }
}
