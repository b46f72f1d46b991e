package dev.yardmaster.stress;

import org.jctools.queues.MpscArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Tests two agents that send to a third agent. The third agent receives a message of one producer
 * while the other producer is still sending.
 */
@JCStressTest
@Description("With two producers each message arrives once, as it was sent.")
@Outcome(
    id = {"1, 2, 0", "2, 1, 0"},
    expect = Expect.ACCEPTABLE,
    desc = "The two messages arrive, in any order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A message is lost, duplicated or not published.")
@State
public class TwoProducersStress {

  private static final class Message {
    private int content;
  }

  private final MpscArrayQueue<Message> queue = new MpscArrayQueue<>(2);

  @Actor
  public void producer() {
    send(1);
  }

  @Actor
  public void producerAndConsumer(III_Result taken) {
    send(2);
    taken.r1 = take();
  }

  @Arbiter
  public void consumerAtLast(III_Result taken) {
    taken.r2 = take();
    taken.r3 = take();
  }

  private void send(int content) {
    Message message = new Message();
    message.content = content;
    queue.offer(message);
  }

  private int take() {
    Message message = queue.poll();
    return message == null ? 0 : message.content;
  }
}
