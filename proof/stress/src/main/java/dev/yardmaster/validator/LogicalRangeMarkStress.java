package dev.yardmaster.validator;

import dev.yardmaster.api.Key;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * Tests {@link LogicalRange}: a mark is read while writes reuse the slots of older writes. Versions
 * 1 and 2 are installed and version 3 is not, so every mark must be below 3.
 */
@JCStressTest
@Description("A mark never passes a write that is not installed.")
@Outcome(
    id = "2",
    expect = Expect.ACCEPTABLE,
    desc = "The mark is the version before the first version that is not installed.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The mark is too low or too high.")
@State
public class LogicalRangeMarkStress {

  private final Watermark watermark = new Watermark(8);
  private final LogicalRange range = new LogicalRange(null, 4);

  public LogicalRangeMarkStress() {
    for (int version = 1; version <= 3; version++) {
      range.add(key(version), version);
    }
    watermark.installed(1);
    watermark.installed(2);
  }

  private static Key key(long id) {
    return Key.of("t", id);
  }

  @Actor
  public void validator() {
    range.forgetOldest();
    range.add(key(4), 4);
    range.forgetOldest();
    range.add(key(5), 5);
  }

  @Actor
  public void storage(J_Result mark) {
    mark.r1 = range.installedThrough(0, watermark);
  }
}
