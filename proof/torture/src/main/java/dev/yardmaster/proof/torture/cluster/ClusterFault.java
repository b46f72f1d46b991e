package dev.yardmaster.proof.torture.cluster;

import java.util.Locale;

/** The faults of a cluster. */
public enum ClusterFault {
  /** The leader's process ends with SIGKILL, and is started again. */
  LEADER_KILLED(true),
  /** The leader's process stops with SIGSTOP for 0.1 to 5 s, or once for 70 s. */
  LEADER_STOPPED(true),
  /** No message passes between the leader and the other servers for 1 to 4 s. */
  LEADER_CUT_OFF(true),
  /**
   * The leader receives no message from the other servers for 1 to 4 s. They receive the leader's
   * messages.
   */
  LEADER_DEAF(true),
  /**
   * The other servers receive no message from the leader for 1 to 4 s. The leader receives their
   * messages.
   */
  LEADER_MUTE(true),
  /** The leader transfers the leadership to a follower. */
  TRANSFER(false),
  /** A follower's process ends with SIGKILL, and is started again. */
  FOLLOWER_KILLED(false),
  /** A follower's process stops with SIGSTOP for 0.1 to 5 s. */
  FOLLOWER_STOPPED(false),
  /** No message passes between a follower and the other servers for 1 to 4 s. */
  FOLLOWER_CUT_OFF(false),
  /** A follower loses its data and is removed, and a new server is added under another name. */
  FOLLOWER_REPLACED(false),
  /** All processes end with SIGKILL, and are started again. */
  ALL_KILLED(false);

  private final boolean losesLeader;

  ClusterFault(boolean losesLeader) {
    this.losesLeader = losesLeader;
  }

  /** Returns whether the other servers must elect a new leader. */
  public boolean losesLeader() {
    return losesLeader;
  }

  /** Returns the fault in words. */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
