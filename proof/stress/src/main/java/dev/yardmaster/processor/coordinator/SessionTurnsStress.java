package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.caller.PipelineSession;
import java.util.List;
import java.util.Map;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * Tests {@link PipelineSession}: caller and processor alternate, with a read and then the commit,
 * until the service ends. The volatile {@code InteractiveWork.reply} orders the plain fields. The
 * service may end at any time; even then, the caller must not wait forever.
 */
@JCStressTest
@Description("Each side of a session reads the values that the other wrote before its turn ended.")
@Outcome(
    id = "42, committed:done",
    expect = Expect.ACCEPTABLE,
    desc = "Two turns were completed before the end.")
@Outcome(id = "42, CLOSED", expect = Expect.ACCEPTABLE, desc = "The end came after the first turn.")
@Outcome(id = "over, CLOSED", expect = Expect.ACCEPTABLE, desc = "The end came first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A field was not published, or the outcome is lost.")
@State
public class SessionTurnsStress {

  private final LoneProcessor lone = new LoneProcessor();
  private volatile boolean terminated;
  private final PipelineSession session = lone.session(() -> 0, () -> terminated);

  @Actor
  public void caller(LL_Result seen) {
    try {
      seen.r1 = session.values(List.of(LoneProcessor.KEY))[0][0];
      session.commit(Map.of(), "done");
    } catch (YardmasterException error) {
      seen.r1 = error.code() == ErrorCode.TRANSACTION_OVER ? "over" : error;
    }
    seen.r2 = LoneProcessor.inAWord(session.outcome());
  }

  @Actor
  public void processorThenClose() {
    lone.runStages(1000);
    terminated = true;
    lone.rejectAll();
  }
}
