package dev.yardmaster.stress;

import org.jctools.queues.MpscArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * Tests two callers that submit to a processor with room for one submission. The capacity of {@code
 * submissions} is not exceeded, and exactly one caller receives {@code OVERLOADED}.
 */
@JCStressTest
@Description("The last place of a bounded queue goes to exactly one caller.")
@Outcome(
    id = {"true, false, 2", "false, true, 2"},
    expect = Expect.ACCEPTABLE,
    desc = "One submission is accepted, and the other submission is refused.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The bound is exceeded, or a caller is refused too early.")
@State
public class LastPlaceStress {

  private final MpscArrayQueue<Integer> queue = new MpscArrayQueue<>(2);

  public LastPlaceStress() {
    queue.offer(0);
  }

  @Actor
  public void caller(ZZI_Result accepted) {
    accepted.r1 = queue.offer(1);
  }

  @Actor
  public void otherCaller(ZZI_Result accepted) {
    accepted.r2 = queue.offer(2);
  }

  @Arbiter
  public void processor(ZZI_Result accepted) {
    while (queue.poll() != null) {
      accepted.r3++;
    }
  }
}
