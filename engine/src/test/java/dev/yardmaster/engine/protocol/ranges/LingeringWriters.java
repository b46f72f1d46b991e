package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.interleave.SimulatedWorker;
import dev.yardmaster.engine.protocol.WorkerContext;
import java.util.SplittableRandom;

/**
 * A planted delay: a writer waits after it has drawn its timestamp and before it publishes the
 * timestamp. So other transactions validate during the wait. A preempted thread can be delayed in
 * the same way, so the wait is not a bug.
 */
class LingeringWriters extends ListedWriters {

  private static final int MAX_NS = 20_000;

  private final SimulatedWorker simulated;
  private final SplittableRandom random;

  LingeringWriters(WriterLists lists, ListedTransactions shared, WorkerContext worker) {
    super(lists, shared, true, worker);
    simulated = (SimulatedWorker) worker.pace();
    random = new SplittableRandom(worker.worker());
  }

  @Override
  public void drawn(long timestamp) {
    linger();
    super.drawn(timestamp);
  }

  final void linger() {
    simulated.pass(random.nextInt(MAX_NS));
  }
}
