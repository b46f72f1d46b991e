package dev.yardmaster.processor.queues;

import org.jctools.queues.MpscArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/**
 * Tests {@link DelayedQueue}: a message is sent while the clock advances and the receiver polls.
 */
@JCStressTest
@Description("A delayed message is received once, when it is due, as it was sent.")
@Outcome(
    id = "7, 0, false",
    expect = Expect.ACCEPTABLE,
    desc =
        "The message was sent "
            + "before the time "
            + "passed, and was "
            + "received when it was due.")
@Outcome(
    id = "0, 7, false",
    expect = Expect.ACCEPTABLE,
    desc =
        "The message was sent " + "before the time " + "passed, but the poll " + "was too early.")
@Outcome(
    id = "0, 7, true",
    expect = Expect.ACCEPTABLE,
    desc = "The message was sent after " + "the time passed, so " + "it is due later.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A message is early, lost, duplicated or not published.")
@State
public class DelayedHandOverStress {

  private static final long DELAY_NS = 10;

  private static final class Message {
    private int content;
  }

  private volatile long nowNs;
  private final DelayedQueue<Message> queue =
      new DelayedQueue<>(new MpscArrayQueue<>(2), DELAY_NS, () -> nowNs);

  @Actor
  public void sender() {
    Message message = new Message();
    message.content = 7;
    queue.offer(message);
  }

  @Actor
  public void receiver(IIZ_Result taken) {
    nowNs = DELAY_NS;
    taken.r1 = take();
  }

  @Arbiter
  public void receiverAtLast(IIZ_Result taken) {
    if (taken.r1 == 0) {
      taken.r2 = take();
      if (taken.r2 == 0) {
        nowNs = 2 * DELAY_NS;
        taken.r2 = take();
        taken.r3 = true;
      }
    } else {
      taken.r2 = take();
    }
  }

  private int take() {
    Message message = queue.poll();
    return message == null ? 0 : message.content;
  }
}
