package dev.yardmaster.validator;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Tests {@link CommittedVersions}: a key is evicted, and later stored again in an entry further
 * back in its bucket. If a reader finds the key there, the acquired version guarantees that the key
 * is no longer in the first entry.
 */
@JCStressTest
@Description("For one reader the versions of a key that moves to another entry never decrease.")
@Outcome(
    id = {"0, (0|1|6)", "1, (0|1|6)", "6, (0|6)"},
    expect = Expect.ACCEPTABLE,
    desc = "The reader sees the same version, the newer version, or none.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The reader sees an older version, or a version that was never committed.")
@State
public class VersionsMoveStress {

  private static final long MOVES = 101;
  private static final long TAKES_OVER = 105;

  private final CommittedVersions versions = FullBucket.startingWith(MOVES);

  @Actor
  public void validator() {
    versions.committed(TAKES_OVER, 5);
    versions.committed(MOVES, 6);
  }

  @Actor
  public void reorderWorker(JJ_Result found) {
    found.r1 = versions.newestConcurrently(MOVES);
    found.r2 = versions.newestConcurrently(MOVES);
  }
}
