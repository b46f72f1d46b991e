package dev.yardmaster.engine.service.commit;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.engine.redo.RedoLog;

/**
 * Completes calls with their outcomes: immediately, or when the commits on which an outcome depends
 * are on disk.
 */
public interface Acknowledger {

  /** A submitted call, which waits for its outcome. */
  interface Call {
    /** Ends the call. This method is called once, and must not block. */
    void end(Outcome<Object> outcome);
  }

  /**
   * Ends a call with an outcome that depends on values that the call has read or written.
   *
   * @param through a version that is at least the version of every commit on which the outcome
   *     depends
   */
  void acknowledge(Call call, Outcome<Object> outcome, long through);

  /**
   * Blocks until the outcome may be returned to the caller. Returns the given outcome or, if the
   * disk has failed, an outcome which says that the result is unknown.
   *
   * @param through as in {@link #acknowledge(Call, Outcome, long)}
   */
  Outcome<Object> acknowledge(Outcome<Object> outcome, long through);

  /**
   * Returns a version that is at least the version of every commit on which an outcome can depend
   * at this moment.
   */
  long newest();

  /** Returns an acknowledger that completes calls when their commits are in a log on disk. */
  static Acknowledger onDisk(RedoLog log) {
    return new DurableAcknowledger(log);
  }

  /** Returns an acknowledger that completes calls immediately. */
  static Acknowledger atOnce() {
    return new Acknowledger() {
      @Override
      public void acknowledge(Call call, Outcome<Object> outcome, long through) {
        call.end(outcome);
      }

      @Override
      public long newest() {
        return 0;
      }

      @Override
      public Outcome<Object> acknowledge(Outcome<Object> outcome, long through) {
        return outcome;
      }
    };
  }
}
