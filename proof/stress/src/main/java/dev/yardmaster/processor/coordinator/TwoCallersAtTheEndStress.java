package dev.yardmaster.processor.coordinator;

import dev.yardmaster.service.ServiceOutcomes;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * Tests {@link Processor}: after their calls of {@code offer}, two callers find that the service
 * has ended. The two callers then both try to drain a queue for a single consumer.
 */
@JCStressTest
@Description("Callers that drain the queue at the end reject each submission.")
@Outcome(id = "CLOSED, CLOSED", expect = Expect.ACCEPTABLE, desc = "Both are rejected.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A caller waits forever.")
@State
public class TwoCallersAtTheEndStress {

  private final LoneProcessor lone = new LoneProcessor();
  private final ProcedureCall first = LoneProcessor.call();
  private final ProcedureCall second = LoneProcessor.call();

  @Actor
  public void caller() {
    submit(first);
  }

  @Actor
  public void otherCaller() {
    submit(second);
  }

  private void submit(ProcedureCall call) {
    if (lone.processor.submit(call)) {
      lone.processor.submissions().reject(ServiceOutcomes.closed(null));
    }
  }

  @Arbiter
  public void afterwards(LL_Result seen) {
    seen.r1 = LoneProcessor.inAWord(first.outcome().toCompletableFuture().getNow(null));
    seen.r2 = LoneProcessor.inAWord(second.outcome().toCompletableFuture().getNow(null));
  }
}
