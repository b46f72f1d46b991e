package dev.yardmaster.stress.broken;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A test without a result, because its actor throws an exception. */
@JCStressTest
@Description("An actor throws an exception; a run must report it.")
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
