package dev.yardmaster.engine.epoch;

/**
 * The members that were inside an epoch when this object was created. When all of them have left,
 * no member uses an object that was replaced before the creation. {@link Epochs#isOver} guarantees
 * the same, but only later, because it depends on when the next epochs begin.
 *
 * <p>The creating thread replaces a shared reference by a volatile store, and then creates this
 * object. A member that enters an epoch increments the number of its stay, then makes a volatile
 * store, and then reads the reference. So if the creating thread does not see the new number, the
 * member sees the new reference.
 */
public final class Stays {

  private final EpochMember[] members;
  private final long[] stays;

  /** The index of the first member that may not have left yet. */
  private int first;

  Stays(EpochMember[] members) {
    this.members = members;
    stays = new long[members.length];
    for (int i = 0; i < stays.length; i++) {
      stays[i] = members[i].stay();
    }
  }

  /**
   * Returns whether all these members have left the epoch in which they were. One thread at a time
   * may call this method.
   */
  public boolean areOver() {
    while (first < stays.length
        && (stays[first] == EpochMember.OUTSIDE || members[first].stay() != stays[first])) {
      first++;
    }
    return first == stays.length;
  }
}
