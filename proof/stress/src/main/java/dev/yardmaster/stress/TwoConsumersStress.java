package dev.yardmaster.stress;

import org.jctools.queues.MpmcArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Tests two reorder workers that poll for the batch that a preparer has just sent. */
@JCStressTest
@Description("A batch goes to exactly one of two reorder workers, as it was sent.")
@Outcome(
    id = {"7, 0, 0", "0, 7, 0"},
    expect = Expect.ACCEPTABLE,
    desc = "One worker has received the batch.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "Both workers or no worker received the batch, or the batch is not published.")
@State
public class TwoConsumersStress {

  private static final class Batch {
    private int content;
  }

  private final MpmcArrayQueue<Batch> queue = new MpmcArrayQueue<>(2);

  @Actor
  public void preparerAndWorker(III_Result taken) {
    Batch batch = new Batch();
    batch.content = 7;
    queue.offer(batch);
    taken.r1 = take();
  }

  @Actor
  public void otherWorker(III_Result taken) {
    taken.r2 = take();
  }

  @Arbiter
  public void afterwards(III_Result taken) {
    taken.r3 = take();
  }

  private int take() {
    Batch batch = queue.poll();
    return batch == null ? 0 : batch.content;
  }
}
