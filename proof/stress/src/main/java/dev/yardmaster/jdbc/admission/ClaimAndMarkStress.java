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
 * Tests {@link RowClaims}: a transaction claims rows without the lock, while a transaction in the
 * schedule marks them.
 */
@JCStressTest
@Description("A transaction that takes the rows is in the schedule, too, once the rows are marked.")
@Outcome(
    id = "true, 1, SCHEDULED",
    expect = Expect.ACCEPTABLE,
    desc = "The transaction took the rows first, and was moved to the schedule.")
@Outcome(
    id = {"false, 0, TAKING", "false, 0, SCHEDULED"},
    expect = Expect.ACCEPTABLE,
    desc = "The marks came first, and the transaction goes to the schedule itself.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "Both transactions use the rows, but only one is in the schedule.")
@State
public class ClaimAndMarkStress extends ClaimsOfTwo {

  @Actor
  public void owner(ZIL_Result seen) {
    seen.r1 = claims.take(running);
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
