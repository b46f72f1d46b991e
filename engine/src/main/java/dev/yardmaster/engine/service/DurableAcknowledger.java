package dev.yardmaster.engine.service;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.engine.redo.Acknowledgement;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.service.ServiceOutcomes;
import java.util.concurrent.CountDownLatch;

/** Tells outcomes when the log has on disk what they rest on. */
record DurableAcknowledger(RedoLog log) implements Acknowledger {

  @Override
  public void tell(QueuedProcedure call, Outcome<Object> outcome) {
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

  /** A caller who waits for the disk; not even an interrupt helps it to know sooner. */
  private static final class Waiting implements Acknowledgement {
    private final CountDownLatch told = new CountDownLatch(1);
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
