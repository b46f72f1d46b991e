package dev.yardmaster.processor.queues;

import dev.yardmaster.annotations.Shared;
import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.Queue;
import org.agrona.concurrent.NanoClock;

/**
 * A queue that simulates a network: an element can be polled only when a fixed time has passed
 * since it was added. The queue allows one consumer, and the same number of producers as the
 * underlying queue.
 */
public final class DelayedQueue<E> extends AbstractQueue<E> {

  private record Delayed<E>(E element, long dueNs) {}

  @Shared(
      writers = "the stages that send",
      readers = "the stage that receives",
      access = "the underlying JCTools queue, with the bound and the producers of that queue")
  private final Queue<Delayed<E>> elements;

  private final long delayNs;
  private final NanoClock clock;

  /**
   * Creates a queue.
   *
   * @param elements the underlying queue, which must be empty; only this object may use it
   */
  @SuppressWarnings("unchecked") // Only this object adds elements to the underlying queue.
  public DelayedQueue(Queue<?> elements, long delayNs, NanoClock clock) {
    this.elements = (Queue<Delayed<E>>) elements;
    this.delayNs = delayNs;
    this.clock = clock;
  }

  @Override
  public boolean offer(E element) {
    return elements.offer(new Delayed<>(element, clock.nanoTime() + delayNs));
  }

  @Override
  public E poll() {
    E due = peek();
    if (due != null) {
      elements.remove();
    }
    return due;
  }

  @Override
  public E peek() {
    Delayed<E> first = elements.peek();
    return first == null || clock.nanoTime() - first.dueNs < 0 ? null : first.element;
  }

  @Override
  public int size() {
    return elements.size();
  }

  @Override
  public Iterator<E> iterator() {
    throw new UnsupportedOperationException("a queue between stages is not iterated");
  }
}
