package dev.yardmaster.engine.protocol;

import java.util.SplittableRandom;

/**
 * A control that waits before an insert, after the index has found the record. A preempted thread
 * can be delayed in the same way, so the wait is not a bug. During the wait, other workers can
 * change the record; in particular, the transaction may have found the key missing before the wait.
 */
class DawdlingControl extends ForwardingControl {

  private static final int MAX_ACCESSES = 16;
  private static final int MAX_ACCESSES_IF_MISSED = 128;

  private final SplittableRandom random;

  DawdlingControl(ConcurrencyControl real, WorkerContext worker) {
    super(real, worker);
    random = new SplittableRandom(worker.worker());
  }

  @Override
  public void insert(Access access) {
    int most = wasMissed(access) ? MAX_ACCESSES_IF_MISSED : MAX_ACCESSES;
    InterleavedRun.dawdle(worker, random.nextInt(most));
    super.insert(access);
  }

  private boolean wasMissed(Access inserted) {
    for (int i = 0; i < worker.accesses().size(); i++) {
      Access access = worker.accesses().get(i);
      if (AccessSet.isMissing(access)
          && access.table() == inserted.table()
          && access.key() == inserted.key()) {
        return true;
      }
    }
    return false;
  }
}
