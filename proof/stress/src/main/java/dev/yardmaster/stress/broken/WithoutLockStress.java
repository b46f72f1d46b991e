package dev.yardmaster.stress.broken;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Runs the test of {@code VersionsEvictionStress} on a table without the sequence lock. */
@JCStressTest
@Description("A reused entry returns the other key's version for a key; a run must report it.")
@Outcome(
    id = "(0|1), (0|5)",
    expect = Expect.ACCEPTABLE,
    desc = "The reader sees the key's own version, or none.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The reader sees a version that was not committed for this key.")
@State
public class WithoutLockStress {

  private static final long EVICTED = 101;
  private static final long TAKES_OVER = 105;

  private final VersionsWithoutLock versions = new VersionsWithoutLock();

  public WithoutLockStress() {
    versions.committed(EVICTED, 1);
  }

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
