package dev.yardmaster.engine.epoch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A participant in epochs. One thread at a time may use a member. */
public final class EpochMember extends EpochMemberFields {

  static final long OUTSIDE = 0;

  private static final VarHandle ENTERED;
  private static final VarHandle STAYS;

  static {
    try {
      ENTERED =
          MethodHandles.lookup().findVarHandle(EpochMemberFields.class, "entered", long.class);
      STAYS = MethodHandles.lookup().findVarHandle(EpochMemberFields.class, "stays", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Epochs epochs;

  @SuppressWarnings("unused") // The padding keeps the fields of other objects off the cache line.
  private long p08, p09, p10, p11, p12, p13, p14;

  EpochMember(Epochs epochs) {
    this.epochs = epochs;
  }

  /**
   * Enters the current epoch. The thread may read shared objects only after this call. The thread
   * must not use references that it obtained before its last {@link #exit}.
   *
   * @return the epoch that the member entered
   */
  public long enter() {
    long epoch = epochs.current();
    // The release store makes sure that a thread that sees the new number also sees all writes of
    // the member's previous stay.
    STAYS.setRelease(this, stays + 1);
    while (true) {
      // The store is volatile, because other threads must see it before this thread reads shared
      // objects.
      ENTERED.setVolatile(this, epoch);
      long now = epochs.current();
      if (now == epoch) {
        return epoch;
      }
      epoch = now;
    }
  }

  /**
   * Moves the member to the current epoch, if it is in an earlier epoch. The thread must have
   * dropped all references to shared objects. In contrast to {@link #exit} and {@link #enter}, the
   * member's stay continues with the same number.
   */
  public void refresh() {
    if (entered != epochs.current()) {
      ENTERED.setVolatile(this, epochs.current());
    }
  }

  /** Leaves the epoch. The thread must have dropped all references to shared objects. */
  public void exit() {
    ENTERED.setRelease(this, OUTSIDE);
  }

  /**
   * Returns the number of the member's current stay, which lasts from {@link #enter} to {@link
   * #exit}; {@link #OUTSIDE} if the member is in no epoch. If the member enters or leaves an epoch
   * during the call, the method may return the old or the new value. Any thread may call this
   * method.
   */
  long stay() {
    return enteredIn() == OUTSIDE ? OUTSIDE : (long) STAYS.getAcquire(this);
  }

  /**
   * Returns the epoch in which the member is, or {@link #OUTSIDE} if the member is in no epoch. Any
   * thread may call this method.
   */
  long enteredIn() {
    return (long) ENTERED.getVolatile(this);
  }
}
