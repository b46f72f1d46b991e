package dev.yardmaster.processor.coordinator;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.service.ServiceOutcomes;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Tests {@link Pipeline}: a caller submits while the service ends. The caller runs the steps that
 * {@code submit} executes after its check of {@code closed}. The other actor runs the steps of
 * {@code close}, beginning with the last duty cycle of the agents.
 */
@JCStressTest
@Description("A submission that races with the end is processed or rejected, never lost.")
@Outcome(id = "committed:42", expect = Expect.ACCEPTABLE, desc = "Processed in time.")
@Outcome(
    id = "CLOSED",
    expect = Expect.ACCEPTABLE,
    desc = "One of the two sides rejected the submission.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The caller waits forever.")
@State
public class SubmitAtTheEndStress {

  private final LoneProcessor lone = new LoneProcessor();
  private final ProcedureCall call = LoneProcessor.call();
  private volatile boolean terminated;

  @Actor
  public void caller() {
    if (lone.processor.submit(call) && terminated) {
      lone.processor.submissions().reject(ServiceOutcomes.closed(null));
    }
  }

  @Actor
  public void lastWorkThenClose() {
    lone.runStages(20);
    terminated = true;
    lone.rejectAll();
  }

  @Arbiter
  public void afterwards(L_Result seen) {
    seen.r1 = LoneProcessor.inAWord(call.outcome().toCompletableFuture().getNow(null));
  }
}
