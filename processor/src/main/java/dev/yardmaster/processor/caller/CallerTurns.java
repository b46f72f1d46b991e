package dev.yardmaster.processor.caller;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Lets callers run a pipeline's agents on their own threads, one caller at a time. The
 * <em>turn</em> is the right to run the agents; at most one thread has the turn. Any thread may
 * call the methods.
 */
public interface CallerTurns {

  /** The implementation for a pipeline whose agents are never run by callers. */
  CallerTurns NONE =
      new CallerTurns() {
        @Override
        public void arrive(long longestNs) {}

        @Override
        public boolean begin() {
          return false;
        }

        @Override
        public void end(BooleanSupplier over) {
          throw new IllegalStateException("the thread has no turn");
        }

        @Override
        public boolean run(BooleanSupplier over) {
          return false;
        }

        @Override
        public void abandon() {}

        @Override
        public void wake(Thread caller) {
          LockSupport.unpark(caller);
        }
      };

  /**
   * Delays a caller that is about to begin a transaction, if many other callers want the turn.
   *
   * @param longestNs the longest delay, in ns
   */
  void arrive(long longestNs);

  /**
   * Tries for a short time to get the turn. A caller calls this method before it sends a message to
   * the agents.
   *
   * @return whether the calling thread has the turn; if so, the thread must call {@link #end}
   */
  boolean begin();

  /**
   * Runs the agents while the agents have work and the caller waits, and then ends the turn of the
   * calling thread.
   *
   * @param over returns whether the caller has stopped waiting
   */
  void end(BooleanSupplier over);

  /**
   * Takes the turn, runs the agents and ends the turn, as {@link #end} does. Does nothing if
   * another thread has the turn.
   *
   * @return whether the agents have done work
   */
  boolean run(BooleanSupplier over);

  /**
   * Ends the turn of the calling thread if an error, such as a stack overflow, has prevented {@link
   * #end} from ending it. The agents count as failed from this point, because the error may have
   * left them in any state.
   */
  void abandon();

  /**
   * Wakes {@code caller}, a thread that waits for a reply. If the calling thread has the turn, the
   * wake-up is delayed to the end of this turn or of a later turn.
   */
  void wake(Thread caller);
}
