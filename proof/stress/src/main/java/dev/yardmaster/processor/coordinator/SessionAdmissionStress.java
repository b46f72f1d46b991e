package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.processor.caller.PipelineSession;
import java.util.Map;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LJ_Result;

/**
 * Tests {@link PipelineSession}: an interrupted caller withdraws its transaction while the
 * processor admits the transaction. Caller and processor both try to change {@code admission}, and
 * only the first change takes effect. If the processor is first, the caller's earlier write, which
 * is the logic's result in this test, commits.
 */
@JCStressTest
@Description("A session is either withdrawn by its caller or admitted by the processor.")
@org.openjdk.jcstress.annotations.Outcome(
    id = "INTERRUPTED, 0",
    expect = Expect.ACCEPTABLE,
    desc = "Withdrawn.")
@org.openjdk.jcstress.annotations.Outcome(
    id = "committed:result, 1",
    expect = Expect.ACCEPTABLE,
    desc = "Admitted, and committed.")
@org.openjdk.jcstress.annotations.Outcome(
    expect = Expect.FORBIDDEN,
    desc = "Both sides won, no side won, or the result was not published.")
@State
public class SessionAdmissionStress {

  private final LoneProcessor lone = new LoneProcessor();
  private final PipelineSession session =
      lone.session(SessionAdmissionStress::interrupted, () -> false);

  /**
   * The clock that the caller reads after it has checked {@code admission} and before it withdraws.
   * A reading of this clock interrupts the caller, so that the caller withdraws after its next
   * check.
   */
  private static long interrupted() {
    Thread.currentThread().interrupt();
    for (int i = 0; i < 5; i++) {
      Thread.onSpinWait();
    }
    return 0;
  }

  @Actor
  public void caller(LJ_Result seen) {
    Outcome<Object> outcome = session.commit(Map.of(), "result");
    Thread.interrupted();
    seen.r1 = LoneProcessor.inAWord(outcome);
  }

  @Actor
  public void processor() {
    lone.runStages(1000);
  }

  @Arbiter
  public void afterwards(LJ_Result seen) {
    lone.runStages(1);
    seen.r2 = lone.processor.counters().get(ProcessorCounter.ADMITTED);
  }
}
