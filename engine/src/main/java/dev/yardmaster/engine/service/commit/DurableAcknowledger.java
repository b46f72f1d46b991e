package dev.yardmaster.engine.service.commit;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.engine.redo.Acknowledgement;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.service.ServiceOutcomes;
import java.util.concurrent.CountDownLatch;

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
    Waiting waiting = new Waiting(outcome);
    log.tell(waiting);
    return waiting.await();
  }

  /** An acknowledgement for which the caller's thread waits. An interrupt does not end the wait. */
  private static final class Waiting implements Acknowledgement {
    @Shared(
        writers = "the log's thread, or the thread that appends the acknowledgement",
        readers = "the waiting caller",
        access = "latch, counted down after the write of outcome")
    private final CountDownLatch told = new CountDownLatch(1);

    @Shared(
        writers = "the log's thread, or the thread that appends the acknowledgement",
        readers = "the waiting caller",
        access = "volatile, written before the latch is counted down")
    private volatile Outcome<Object> outcome;

    Waiting(Outcome<Object> outcome) {
      this.outcome = outcome;
    }

    @Override
    public void onDisk() {
      told.countDown();
    }

    @Override
    public void lost(Throwable why) {
      outcome = ServiceOutcomes.unknown(why);
      told.countDown();
    }

    Outcome<Object> await() {
      boolean interrupted = false;
      while (true) {
        try {
          told.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      return outcome;
    }
  }
}
