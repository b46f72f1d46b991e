package dev.yardmaster.engine.epoch;

/**
 * The members that were inside an epoch at one moment. When all of them have left since, no member
 * uses anything that was replaced before that moment. Unlike the end of an epoch, this does not
 * depend on when the next epoch begins.
 *
 * <p>The thread that creates the object has replaced a shared reference by a volatile store before.
 * A member increments the number of its stay before it reads the reference, with a volatile store
 * between. So if the thread does not see the new number, the member sees the new reference.
 */
public final class Stays {

  private final EpochMember[] members;
  private final long[] stays;

  /** The first member that may not have left. */
  private int first;

  Stays(EpochMember[] members) {
    this.members = members;
    stays = new long[members.length];
    for (int i = 0; i < stays.length; i++) {
      stays[i] = members[i].stay();
    }
  }

  /** Returns whether all these members have left. One thread at a time may call this method. */
  public boolean areOver() {
    while (first < stays.length
        && (stays[first] == EpochMember.OUTSIDE || members[first].stay() != stays[first])) {
      first++;
    }
    return first == stays.length;
  }
}
