package dev.yardmaster.engine.protocol.multiversion;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Tests {@link RunningTransactions}: a transaction begins and reads the clock, while another worker
 * computes the horizon. The clock has already passed the commit of the other worker. The clock is a
 * plain field, because the time counter of a real processor does not order memory accesses either.
 */
@JCStressTest
@Description(
    "A transaction that the horizon does not cover reads the clock after the commits below "
        + "the horizon.")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Later, and left out.")
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "Later, and seen.")
@Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "Earlier, and seen.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc =
        "The transaction is earlier than the horizon, "
            + "but the horizon does not cover it: its "
            + "versions may be removed.")
@State
public class BeginningStress {

  private static final long COMMITTED = Timestamps.writeOf(1L << 20);
  private static final VarHandle CLOCK = clock();

  private final RunningTransactions running = new RunningTransactions(2);

  @SuppressWarnings("unused") // CLOCK
  private long clock;

  private static VarHandle clock() {
    try {
      return MethodHandles.lookup().findVarHandle(BeginningStress.class, "clock", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Actor
  public void beginner(ZZ_Result seen) {
    running.beginning(0);
    seen.r1 = (long) CLOCK.getOpaque(this) > COMMITTED;
  }

  @Actor
  public void collector(ZZ_Result seen) {
    CLOCK.setOpaque(this, COMMITTED + 1);
    // The machine's clock advances for all processors at the same time.
    VarHandle.fullFence();
    running.ended(1, COMMITTED);
    seen.r2 = running.horizon() >= COMMITTED;
  }
}
