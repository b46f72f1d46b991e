package dev.yardmaster.engine.epoch;

import dev.yardmaster.annotations.Shared;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Determines when no thread can hold a reference to a removed object, by epoch-based reclamation
 * (Fraser, <i>Practical lock-freedom</i>, 2004, section 5.2.3).
 *
 * <p>A member enters an epoch before it reads shared objects, and exits when it has dropped all
 * references to shared objects. The next epoch begins only when every member that is inside an
 * epoch has entered the current epoch. So once epoch {@code e + 2} has begun, no member can reach
 * an object that was removed in epoch {@code e}.
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

  @Shared(
      writers = "any worker, one step at a time",
      readers = "all workers",
      access = "volatile, advanced by compare-and-set")
  private volatile long current = 1;

  /** Starts at epoch 1 with the given number of members, which are all outside the epoch. */
  public Epochs(int members) {
    this.members = new EpochMember[members];
    for (int i = 0; i < members; i++) {
      this.members[i] = new EpochMember(this);
    }
  }

  /** Returns the member with the given index. One thread at a time may use a member. */
  public EpochMember member(int index) {
    return members[index];
  }

  /** Returns the current epoch. Any thread may call this method. */
  public long current() {
    return current;
  }

  /**
   * Begins the next epoch if every member that is inside an epoch has entered the current epoch.
   * Any thread may call this method.
   */
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

  /**
   * Returns an object that measures the age of the oldest stay of a member inside epochs. Any
   * thread may call this method.
   */
  public LongestStay longestStay() {
    return new LongestStay(members);
  }

  /**
   * Returns an object that determines when all members that are inside an epoch now have left it.
   * Any thread may call this method.
   */
  public Stays stays() {
    return new Stays(members);
  }

  /**
   * Returns whether no member can reach an object that was removed in the given epoch. Any thread
   * may call this method.
   */
  public boolean isOver(long epoch) {
    return current >= epoch + 2;
  }
}
