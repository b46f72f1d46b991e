package dev.yardmaster.engine.service.commit;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.engine.redo.DiskWait;
import dev.yardmaster.engine.redo.DurableListener;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.service.ServiceOutcomes;

/**
 * Completes a call when the commits on which the call's outcome depends are on disk. If they are
 * already on disk, it completes the call at once.
 */
record DurableAcknowledger(RedoLog log) implements Acknowledger {

  @Override
  public void acknowledge(Call call, Outcome<Object> outcome, long through) {
    if (log.isAcknowledged(through)) {
      call.end(outcome);
      return;
    }
    log.whenAcknowledged(
        new DurableListener() {
          @Override
          public void onDisk() {
            call.end(outcome);
          }

          @Override
          public void lost(Throwable why) {
            call.end(ServiceOutcomes.unknown(why));
          }
        },
        through);
  }

  @Override
  public long newest() {
    return log.lastVersion();
  }

  @Override
  public Outcome<Object> acknowledge(Outcome<Object> outcome, long through) {
    if (log.isAcknowledged(through)) {
      return outcome;
    }
    DiskWait wait = new DiskWait();
    wait.begin();
    log.whenAcknowledged(wait, through);
    Throwable lost = wait.await();
    return lost == null ? outcome : ServiceOutcomes.unknown(lost);
  }
}
