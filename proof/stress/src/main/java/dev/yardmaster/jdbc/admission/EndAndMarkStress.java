package dev.yardmaster.jdbc.admission;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZIL_Result;

/**
 * Tests {@link RowClaims}: a transaction that claimed its row without the lock ends, while a
 * transaction in the schedule marks the same row.
 */
@JCStressTest
@Description("A transaction either ends without the lock or is moved to the schedule.")
@Outcome(
    id = "true, 0, ENDED",
    expect = Expect.ACCEPTABLE,
    desc = "The transaction has ended, and is not in the schedule.")
@Outcome(
    id = "false, 1, SCHEDULED",
    expect = Expect.ACCEPTABLE,
    desc = "The transaction was moved, and has to end in the schedule.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The transaction ended and was moved, or did neither.")
@State
public class EndAndMarkStress extends ClaimsOfTwo {

  public EndAndMarkStress() {
    claims.take(running);
  }

  @Actor
  public void owner(ZIL_Result seen) {
    seen.r1 = claims.end(running);
  }

  /** The only thread that uses the schedule, so the lock is not needed. */
  @Actor
  public void waiter() {
    claims.mark(waiting);
  }

  @Arbiter
  public void afterwards(ZIL_Result seen) {
    seen.r2 = moved;
    seen.r3 = running.hold.get();
  }
}
