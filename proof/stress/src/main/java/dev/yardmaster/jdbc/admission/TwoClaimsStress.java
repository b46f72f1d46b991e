package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.sql.RowUse;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Tests {@link RowClaims}: two transactions claim the same rows without the lock. */
@JCStressTest
@Description("Exactly one of two transactions takes the rows.")
@Outcome(
    id = {"true, false", "false, true"},
    expect = Expect.ACCEPTABLE,
    desc = "One transaction takes the rows.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both transactions take the rows, or neither.")
@State
public class TwoClaimsStress {

  private static final List<RowUse> ROWS = List.of(new RowUse(1, 1, true), new RowUse(1, 2, true));

  private final RowClaims claims = new RowClaims(ticket -> {});
  private final AdmittedTicket first = new AdmittedTicket(ROWS);
  private final AdmittedTicket second = new AdmittedTicket(ROWS);

  @Actor
  public void first(ZZ_Result taken) {
    taken.r1 = claims.take(first);
  }

  @Actor
  public void second(ZZ_Result taken) {
    taken.r2 = claims.take(second);
  }
}
