package dev.yardmaster.benchmarks.virtual;

import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.Queue;

/** What a pipeline on a measured core is built from: production's, with messages counted. */
final class MeasuredParts extends MeteredParts {

  private final Machine machine;

  MeasuredParts(Machine machine) {
    super(machine);
    this.machine = machine;
  }

  @Override
  public <E> Queue<E> link(int producers, int capacity) {
    return new Counted<>(super.link(producers, capacity), machine);
  }

  private static final class Counted<E> extends AbstractQueue<E> {
    private final Queue<E> queue;
    private final Machine machine;

    Counted(Queue<E> queue, Machine machine) {
      this.queue = queue;
      this.machine = machine;
    }

    @Override
    public boolean offer(E message) {
      return queue.offer(message);
    }

    @Override
    public E poll() {
      E message = queue.poll();
      if (message != null) {
        machine.took();
      }
      return message;
    }

    @Override
    public E peek() {
      return queue.peek();
    }

    @Override
    public int size() {
      return queue.size();
    }

    @Override
    public Iterator<E> iterator() {
      throw new UnsupportedOperationException("a queue between stages is not iterated");
    }
  }
}
