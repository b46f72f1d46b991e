package dev.yardmaster.validator;

import java.util.Queue;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpscArrayQueue;

/** Creates the queues that pass batches from one agent of the validator to another. */
public interface BatchLinks {

  /** A factory of queues between agents in one process. */
  BatchLinks IN_MEMORY =
      new BatchLinks() {
        @Override
        public <E> Queue<E> link(int consumers, int capacity) {
          return consumers == 1 ? new MpscArrayQueue<>(capacity) : new MpmcArrayQueue<>(capacity);
        }
      };

  /**
   * Creates a queue. Any number of agents may add batches to the queue.
   *
   * @param consumers the number of agents that poll the queue
   * @param capacity the number of batches for which the queue must have room
   */
  <E> Queue<E> link(int consumers, int capacity);
}
