package dev.yardmaster.engine.epoch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Tells when nobody can hold on any more to what was taken away (epoch-based reclamation: Fraser,
 * <i>Practical lock-freedom</i>, 2004, section 5.2.3).
 *
 * <p>A member enters before it looks at anything shared and exits when it has let go of it. The
 * epoch advances only when all who are inside have entered in the present one; so what was taken
 * away in epoch {@code e} is out of everybody's reach once epoch {@code e + 2} has begun.
 */
public final class Epochs {

  private static final VarHandle CURRENT;

  static {
    try {
      CURRENT = MethodHandles.lookup().findVarHandle(Epochs.class, "current", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final EpochMember[] members;
  private volatile long current = 1;

  /** Epoch 1, with so many members, none of them inside. */
  public Epochs(int members) {
    this.members = new EpochMember[members];
    for (int i = 0; i < members; i++) {
      this.members[i] = new EpochMember(this);
    }
  }

  /** A member; used by one thread at a time. */
  public EpochMember member(int index) {
    return members[index];
  }

  /** The present epoch. Any thread. */
  public long current() {
    return current;
  }

  /** Begins another epoch if everybody inside has entered in the present one. Any thread. */
  public void tryAdvance() {
    long epoch = current;
    for (EpochMember member : members) {
      long entered = member.enteredIn();
      if (entered != EpochMember.OUTSIDE && entered != epoch) {
        return;
      }
    }
    var unused = CURRENT.compareAndSet(this, epoch, epoch + 1);
  }

  /** Whether what was taken away in an epoch is out of everybody's reach. Any thread. */
  public boolean isOver(long epoch) {
    return current >= epoch + 2;
  }
}
