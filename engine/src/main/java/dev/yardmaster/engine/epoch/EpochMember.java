package dev.yardmaster.engine.epoch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Who takes part in epochs; used by one thread at a time. */
public final class EpochMember extends EpochMemberFields {

  static final long OUTSIDE = 0;

  private static final VarHandle ENTERED;

  static {
    try {
      ENTERED =
          MethodHandles.lookup().findVarHandle(EpochMemberFields.class, "entered", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Epochs epochs;

  @SuppressWarnings("unused") // Keeps others' fields off the cache line.
  private long p08, p09, p10, p11, p12, p13, p14;

  EpochMember(Epochs epochs) {
    this.epochs = epochs;
  }

  /**
   * Begins to look at shared things. What it saw before counts for nothing any more.
   *
   * @return the epoch entered in
   */
  public long enter() {
    long epoch = epochs.current();
    while (true) {
      // Volatile: it must be seen before anything shared is read.
      ENTERED.setVolatile(this, epoch);
      long now = epochs.current();
      if (now == epoch) {
        return epoch;
      }
      epoch = now;
    }
  }

  /** Lets go of all shared things. */
  public void exit() {
    ENTERED.setRelease(this, OUTSIDE);
  }

  /** The epoch it has entered in; {@link #OUTSIDE} if it is not inside. Any thread. */
  long enteredIn() {
    return (long) ENTERED.getVolatile(this);
  }
}
