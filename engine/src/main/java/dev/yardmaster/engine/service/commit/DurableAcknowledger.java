package dev.yardmaster.engine.service.commit;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.engine.redo.Acknowledgement;
import dev.yardmaster.engine.redo.DiskWait;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.service.ServiceOutcomes;

/**
 * Completes a call when the log has forced to disk the commits on which the call's outcome depends.
 */
record DurableAcknowledger(RedoLog log) implements Acknowledger {

  @Override
  public void tell(Call call, Outcome<Object> outcome) {
    log.tell(
        new Acknowledgement() {
          @Override
          public void onDisk() {
            call.end(outcome);
          }

          @Override
          public void lost(Throwable why) {
            call.end(ServiceOutcomes.unknown(why));
          }
        });
  }

  @Override
  public Outcome<Object> tell(Outcome<Object> outcome) {
    DiskWait wait = new DiskWait();
    log.tell(wait);
    Throwable lost = wait.await();
    return lost == null ? outcome : ServiceOutcomes.unknown(lost);
  }
}
