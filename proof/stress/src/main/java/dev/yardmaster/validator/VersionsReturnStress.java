package dev.yardmaster.validator;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Tests {@link CommittedVersions}: a key is evicted, and later stored again in the same entry. A
 * reader may see the key's fingerprint both before the eviction and after the return. If the reader
 * reads a version in between, the version belongs to another key. The reader must not return this
 * version for its own key.
 */
@JCStressTest
@Description("A key that returns to its entry does not get the version of the key in between.")
@Outcome(
    id = "(0|1|9), (0|5)",
    expect = Expect.ACCEPTABLE,
    desc = "The reader sees the key's own version, or none.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The reader sees a version that was not committed for this key.")
@State
public class VersionsReturnStress {

  private static final long RETURNS = 101;
  private static final long IN_BETWEEN = 105;

  private final CommittedVersions versions = FullBucket.startingWith(RETURNS);

  @Actor
  public void validator() {
    versions.committed(IN_BETWEEN, 5);
    // The entries of these keys stay, so that the first entry has the lowest version again.
    versions.committed(FullBucket.SECOND, 6);
    versions.committed(FullBucket.THIRD, 7);
    versions.committed(FullBucket.FOURTH, 8);
    versions.committed(RETURNS, 9);
  }

  @Actor
  public void reorderWorker(JJ_Result found) {
    found.r1 = versions.newestConcurrently(RETURNS);
    found.r2 = versions.newestConcurrently(IN_BETWEEN);
  }
}
