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
 * Tests {@link RowClaims}: a running transaction claims a further row, while another transaction
 * marks this row.
 */
@JCStressTest
@Description("A transaction that takes a further row is in the schedule once the row is marked.")
@Outcome(
    id = "true, 1, SCHEDULED",
    expect = Expect.ACCEPTABLE,
    desc = "The transaction took the row first, and was moved to the schedule.")
@Outcome(
    id = "false, 1, SCHEDULED",
    expect = Expect.ACCEPTABLE,
    desc = "The transaction took the row first, but was moved before it noticed this.")
@Outcome(
    id = "false, 0, TAKEN",
    expect = Expect.ACCEPTABLE,
    desc = "The mark came first, and the transaction adds the row to the schedule itself.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "Both transactions use the row, but only one is in the schedule.")
@State
public class LaterRowStress extends ClaimsOfTwo {

  public LaterRowStress() {
    claims.take(running);
  }

  @Actor
  public void owner(ZIL_Result seen) {
    seen.r1 = claims.takeLater(running, SECOND);
  }

  /** The only thread that uses the schedule, so the lock is not needed. */
  @Actor
  public void waiter() {
    claims.mark(waiting, SECOND.fingerprint());
  }

  @Arbiter
  public void afterwards(ZIL_Result seen) {
    seen.r2 = moved;
    seen.r3 = running.hold.get();
  }
}
