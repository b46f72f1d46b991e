package dev.yardmaster.validator;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Tests {@link CommittedVersions}: a key in the table is written again. A reader never sees a
 * version decrease, because an entry's versions increase and the reader reads them in order.
 */
@JCStressTest
@Description("For one reader the versions of an overwritten key never decrease.")
@Outcome(
    id = {"0, (0|1|5|6)", "1, (0|1|5|6)", "5, (0|5|6)", "6, (0|6)"},
    expect = Expect.ACCEPTABLE,
    desc = "The reader sees the same version, a newer version, or none.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The reader sees an older version, or a version that was never committed.")
@State
public class VersionsOverwriteStress {

  private static final long KEY = 101;

  private final CommittedVersions versions = FullBucket.startingWith(KEY);

  @Actor
  public void validator() {
    versions.committed(KEY, 5);
    versions.committed(KEY, 6);
  }

  @Actor
  public void reorderWorker(JJ_Result found) {
    found.r1 = versions.newestConcurrently(KEY);
    found.r2 = versions.newestConcurrently(KEY);
  }
}
