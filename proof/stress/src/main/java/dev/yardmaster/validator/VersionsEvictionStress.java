package dev.yardmaster.validator;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Tests {@link CommittedVersions}: an entry of a full bucket is reused for another key. */
@JCStressTest
@Description("A reused entry never returns the other key's version for a key.")
@Outcome(
    id = "(0|1), (0|5)",
    expect = Expect.ACCEPTABLE,
    desc = "The reader sees the key's own version, or none.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The reader sees a version that was not committed for this key.")
@State
public class VersionsEvictionStress {

  private static final long EVICTED = 101;
  private static final long TAKES_OVER = 105;

  private final CommittedVersions versions = FullBucket.startingWith(EVICTED);

  @Actor
  public void validator() {
    versions.committed(TAKES_OVER, 5);
  }

  @Actor
  public void reorderWorker(JJ_Result found) {
    found.r1 = versions.newestConcurrently(EVICTED);
    found.r2 = versions.newestConcurrently(TAKES_OVER);
  }
}
