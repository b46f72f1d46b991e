package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.SharedWords;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The state of each worker's current transaction, and the predecessors of a transaction that has
 * ended its last step. The states of two workers are never on the same cache line.
 *
 * <pre>
 *   state         63                     19   18   9   8     1       0
 *                 | number of transaction     | step  | group | aborting |
 *   predecessor   63                           10   9      0
 *                 | number of its transaction     | worker   |
 * </pre>
 *
 * <p>The number in a worker's state increases at the end of each transaction. So a transaction has
 * ended if the state of its worker contains another number. Between transactions, the group is 0.
 */
class PipelineStates {

  /** The step of a transaction that has ended its last step. */
  static final int LAST = 1023;

  private static final long ABORTING = 1;
  private static final int GROUP_SHIFT = 1;
  private static final int GROUP_MASK = 255;
  private static final int STEP_SHIFT = 9;
  private static final int STEP_MASK = 1023;
  private static final int NUMBER_SHIFT = 19;
  private static final int WORKER_BITS = 10;
  private static final int STRIDE = 16;

  @Shared(
      writers = "the worker to which the entry belongs",
      readers = "all workers",
      access = "volatile; each worker has a cache line of its own")
  private final AtomicLongArray states;

  @Shared(
      writers = "the worker to which the array belongs, before it sets its step to the last one",
      readers = "workers that follow the worker's transaction",
      access =
          "volatile; first the count, then the entries. A reader reads the worker's state again"
              + " afterwards, and drops what it has read if the state has changed")
  private final AtomicLongArray[] predecessors;

  PipelineStates(int workers) {
    states = new AtomicLongArray((workers + 1) * STRIDE);
    predecessors = new AtomicLongArray[workers];
    for (int worker = 0; worker < workers; worker++) {
      predecessors[worker] = new AtomicLongArray(workers + 1);
    }
  }

  private static int at(int worker) {
    return (worker + 1) * STRIDE;
  }

  static long state(long number, int group, int step) {
    return number << NUMBER_SHIFT | (long) step << STEP_SHIFT | (long) group << GROUP_SHIFT;
  }

  static long aborting(long state) {
    return state | ABORTING;
  }

  static boolean isAborting(long state) {
    return (state & ABORTING) != 0;
  }

  static int group(long state) {
    return (int) (state >>> GROUP_SHIFT) & GROUP_MASK;
  }

  static int step(long state) {
    return (int) (state >>> STEP_SHIFT) & STEP_MASK;
  }

  static long number(long state) {
    return state >>> NUMBER_SHIFT;
  }

  long get(SharedWords words, int worker) {
    words.reading(states, at(worker));
    return states.get(at(worker));
  }

  void set(SharedWords words, int worker, long state) {
    words.changing(states, at(worker));
    states.set(at(worker), state);
  }

  /** Packs a worker and the number of its transaction into one long. */
  static long predecessor(int worker, long number) {
    return number << WORKER_BITS | worker;
  }

  static int workerOf(long predecessor) {
    return (int) predecessor & ((1 << WORKER_BITS) - 1);
  }

  static long numberOf(long predecessor) {
    return predecessor >>> WORKER_BITS;
  }

  /** Publishes the predecessors of a worker's transaction, for its followers. */
  void publish(SharedWords words, int worker, long[] list, int count) {
    AtomicLongArray own = predecessors[worker];
    words.changing(own, 0);
    for (int i = 0; i < count; i++) {
      own.set(i + 1, list[i]);
    }
    own.set(0, count);
  }

  /**
   * Copies the predecessors that a worker has published.
   *
   * @return the number of predecessors
   */
  int copy(SharedWords words, int worker, long[] into) {
    AtomicLongArray others = predecessors[worker];
    words.reading(others, 0);
    int count = (int) others.get(0);
    for (int i = 0; i < count; i++) {
      into[i] = others.get(i + 1);
    }
    return count;
  }
}
