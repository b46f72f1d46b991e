package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import java.util.AbstractQueue;
import java.util.BitSet;
import java.util.Iterator;

/**
 * A queue between agents on virtual cores. Agents of the sender's core can receive a message as
 * soon as it is sent, unless a network delays the message. Agents of other cores can receive it
 * later, after the time of a message. No agent receives a message earlier, whatever the order in
 * which the cores are simulated. Messages are ordered by their times. The capacity is exactly the
 * requested capacity.
 */
public final class VirtualLink<E> extends AbstractQueue<E> {

  private final VirtualCores cores;
  private final double handOverNs;
  private final double sameCoreNs;
  private final Object[] messages;
  private final double[] sentNs;
  private final int[] senders;
  private final int mask;
  private final int capacity;
  private long head;
  private long tail;

  /** The cores that have ever polled this link. */
  private final BitSet takers = new BitSet();

  /**
   * Creates an empty link.
   *
   * @param handOverNs time of a message between cores, in ns
   * @param capacity the number of messages for which the link has room
   */
  public VirtualLink(VirtualCores cores, double handOverNs, int capacity) {
    this(cores, handOverNs, 0, capacity);
  }

  private VirtualLink(VirtualCores cores, double handOverNs, double sameCoreNs, int capacity) {
    this.cores = cores;
    this.handOverNs = handOverNs;
    this.sameCoreNs = sameCoreNs;
    this.capacity = capacity;
    int length = Integer.highestOneBit(2 * capacity - 1);
    messages = new Object[length];
    sentNs = new double[length];
    senders = new int[length];
    mask = length - 1;
  }

  /**
   * Returns an empty link between machines. Its messages take the time of a hop even between agents
   * of the same core.
   */
  static <E> VirtualLink<E> between(VirtualCores cores, double hopNs, int capacity) {
    return new VirtualLink<>(cores, hopNs, hopNs, capacity);
  }

  @Override
  public boolean offer(E message) {
    if (tail - head == capacity) {
      return false;
    }
    double atNs = cores.settledNs();
    int sender = cores.currentIndex();
    long place = tail++;
    while (place > head && sentNs[(int) (place - 1) & mask] > atNs) {
      move((int) (place - 1) & mask, (int) place & mask);
      place--;
    }
    int at = (int) place & mask;
    messages[at] = message;
    sentNs[at] = atNs;
    senders[at] = sender;
    wakeTakers(sender, atNs);
    return true;
  }

  private void move(int from, int to) {
    messages[to] = messages[from];
    sentNs[to] = sentNs[from];
    senders[to] = senders[from];
  }

  private void wakeTakers(int sender, double atNs) {
    for (int core = takers.nextSetBit(0); core >= 0; core = takers.nextSetBit(core + 1)) {
      if (core != sender) {
        cores.core(core).wake(atNs + handOverNs);
      }
    }
  }

  private double visibleNs(int at, int core) {
    return sentNs[at] + (senders[at] == core ? sameCoreNs : handOverNs);
  }

  /** Returns whether the current core can receive the message at the head. */
  private boolean isDue() {
    VirtualCore core = cores.current();
    if (core == null) {
      return tail > head;
    }
    if (!takers.get(core.index)) {
      takers.set(core.index);
      core.takesFrom(this);
    }
    return tail > head && visibleNs((int) head & mask, core.index) <= core.nowNs;
  }

  @Override
  @SuppressWarnings("unchecked") // This cast is safe, because the queue contains only messages.
  public E poll() {
    if (!isDue()) {
      return null;
    }
    int at = (int) head & mask;
    E message = (E) messages[at];
    messages[at] = null;
    head++;
    cores.took();
    if (senders[at] >= 0 && senders[at] != cores.currentIndex()) {
      cores.did(PipelineOperation.REMOTE_MESSAGE, 1);
    }
    return message;
  }

  @Override
  @SuppressWarnings("unchecked") // This cast is safe, because the queue contains only messages.
  public E peek() {
    return isDue() ? (E) messages[(int) head & mask] : null;
  }

  /**
   * Returns the time of the next arrival of a message at the given core after {@code afterNs};
   * infinity if there is no such message.
   */
  double nextNs(VirtualCore core, double afterNs) {
    for (long place = head; place < tail; place++) {
      double visible = visibleNs((int) place & mask, core.index);
      if (visible > afterNs) {
        return visible;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** Returns the number of messages that the current core can receive. */
  @Override
  public int size() {
    if (!isDue()) {
      return 0;
    }
    VirtualCore core = cores.current();
    long end = tail;
    while (core != null && visibleNs((int) (end - 1) & mask, core.index) > core.nowNs) {
      end--;
    }
    return (int) (end - head);
  }

  @Override
  public Iterator<E> iterator() {
    throw new UnsupportedOperationException("a link is not iterated");
  }
}
