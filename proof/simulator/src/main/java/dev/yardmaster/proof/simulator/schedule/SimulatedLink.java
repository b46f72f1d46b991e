package dev.yardmaster.proof.simulator.schedule;

import dev.yardmaster.proof.simulator.scenario.LinkDelay;
import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * A queue between two stages that behaves like a network. Each message has its own delay, drawn
 * from the run's random numbers. If the scenario allows overtaking, a message may overtake earlier
 * messages. No message is lost or duplicated, because the sender passes the message object itself
 * to the receiver. The queue has exactly the requested capacity, so a simulation detects a capacity
 * that is too small.
 */
public class SimulatedLink<E> extends AbstractQueue<E> {

  private record Sent<E>(E message, long dueNs) {}

  private final Scheduler scheduler;
  private final LinkDelay delay;
  private final int capacity;

  /** The messages in the order of sending. */
  private final List<Sent<E>> sent = new ArrayList<>();

  private long lastDueNs = Long.MIN_VALUE;

  public SimulatedLink(Scheduler scheduler, LinkDelay delay, int capacity) {
    this.scheduler = scheduler;
    this.delay = delay;
    this.capacity = capacity;
  }

  @Override
  public boolean offer(E message) {
    scheduler.switchPoint();
    if (sent.size() == capacity) {
      return false;
    }
    long dueNs = scheduler.now() + delay.draw(scheduler.random());
    if (!delay.overtaking()) {
      dueNs = Math.max(dueNs, lastDueNs);
      lastDueNs = dueNs;
    }
    sent.add(new Sent<>(message, dueNs));
    return true;
  }

  @Override
  public E poll() {
    scheduler.switchPoint();
    int first = firstDue();
    return first < 0 ? null : sent.remove(first).message;
  }

  @Override
  public E peek() {
    int first = firstDue();
    return first < 0 ? null : sent.get(first).message;
  }

  /** Returns the index of the message that arrived first and was not yet received, or -1. */
  private int firstDue() {
    int first = -1;
    long firstNs = scheduler.now();
    for (int i = 0; i < sent.size(); i++) {
      long dueNs = sent.get(i).dueNs;
      if (dueNs < firstNs || (dueNs == firstNs && first < 0)) {
        first = i;
        firstNs = dueNs;
      }
    }
    return first;
  }

  /**
   * Returns the time at which the next message arrives; {@link Long#MAX_VALUE} if there is no
   * message.
   */
  public long nextDueNs() {
    long next = Long.MAX_VALUE;
    for (Sent<E> message : sent) {
      next = Math.min(next, message.dueNs);
    }
    return next;
  }

  @Override
  public int size() {
    return sent.size();
  }

  @Override
  public Iterator<E> iterator() {
    throw new UnsupportedOperationException("a link is not iterated");
  }
}
