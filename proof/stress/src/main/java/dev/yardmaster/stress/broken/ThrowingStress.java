package dev.yardmaster.stress.broken;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A test that cannot say anything, since what it tests throws. */
@JCStressTest
@Description("To be found: an actor throws.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Never.")
@State
public class ThrowingStress {

  @Actor
  public void throwing(I_Result nothing) {
    throw new IllegalStateException("deliberate");
  }

  @Actor
  public void other() {}
}
