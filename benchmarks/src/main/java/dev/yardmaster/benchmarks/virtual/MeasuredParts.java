package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.benchmarks.virtual.meter.MeteredParts;
import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.Queue;

/**
 * The parts of a pipeline on a measured core: the parts of the production pipeline, which also
 * count messages.
 */
final class MeasuredParts extends MeteredParts {

  private final Cores cores;

  MeasuredParts(Cores cores) {
    super(cores);
    this.cores = cores;
  }

  @Override
  public <E> Queue<E> link(int producers, int capacity) {
    return new Counted<>(super.link(producers, capacity), cores);
  }

  private static final class Counted<E> extends AbstractQueue<E> {
    private final Queue<E> queue;
    private final Cores cores;

    Counted(Queue<E> queue, Cores cores) {
      this.queue = queue;
      this.cores = cores;
    }

    @Override
    public boolean offer(E message) {
      return queue.offer(message);
    }

    @Override
    public E poll() {
      E message = queue.poll();
      if (message != null) {
        cores.took();
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
