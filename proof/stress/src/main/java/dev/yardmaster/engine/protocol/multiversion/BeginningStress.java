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
 * {@link RunningTransactions}: a transaction begins and reads the clock, while another worker,
 * whose commit the clock has passed, computes the horizon. The clock is a field without an order of
 * its own, as a processor's counter is.
 */
@JCStressTest
@Description(
    "A transaction that the horizon leaves out reads the clock after the horizon's commits.")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Later, and left out.")
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "Later, and seen.")
@Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "Earlier, and seen.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Earlier, and left out: its versions may be removed.")
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
    // The clock of a machine has advanced for all processors at once.
    VarHandle.fullFence();
    running.ended(1, COMMITTED);
    seen.r2 = running.horizon() >= COMMITTED;
  }
}
