package dev.yardmaster.engine.schedule;

/**
 * Says which worker runs which transaction. Any worker may call it with its own number.
 *
 * @param <T> a transaction
 */
public interface CallScheduler<T extends DeclaredLogic> {

  /** A worker's next transaction; null if there is none for it now. */
  T next(int worker);

  /** The worker is done with what {@link #next} gave it last, however it ended. */
  void ended(int worker);
}
