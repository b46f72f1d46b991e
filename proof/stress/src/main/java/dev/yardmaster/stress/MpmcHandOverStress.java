package dev.yardmaster.stress;

import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpscArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests how a batch is passed from its preparer to a reorder worker, and back to the free batches.
 */
@JCStressTest
@Description("A message's plain fields are published by the queue to reorder workers, and back.")
@Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "Not taken.")
@Outcome(
    id = "-1, 3",
    expect = Expect.ACCEPTABLE,
    desc = "The message was received, and the answer is not yet published.")
@Outcome(id = "5, 3", expect = Expect.ACCEPTABLE, desc = "Asked and answered.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One side saw a field that the other had not published.")
@State
public class MpmcHandOverStress {

  private final HandOver handOver = new HandOver(new MpmcArrayQueue<>(2), new MpscArrayQueue<>(2));

  @Actor
  public void sender(II_Result seen) {
    seen.r1 = handOver.send();
  }

  @Actor
  public void worker(II_Result seen) {
    seen.r2 = handOver.work();
  }
}
