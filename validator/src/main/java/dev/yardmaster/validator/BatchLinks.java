package dev.yardmaster.validator;

import java.util.Queue;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpscArrayQueue;

/** Creates the queues that pass batches from one agent of the validator to another. */
public interface BatchLinks {

  /** Queues between agents in one process. */
  BatchLinks IN_MEMORY =
      new BatchLinks() {
        @Override
        public <E> Queue<E> link(int consumers, int capacity) {
          return consumers == 1 ? new MpscArrayQueue<>(capacity) : new MpmcArrayQueue<>(capacity);
        }
      };

  /**
   * Creates a queue for any number of producers.
   *
   * @param consumers how many agents take from it
   * @param capacity how many batches it must hold
   */
  <E> Queue<E> link(int consumers, int capacity);
}
