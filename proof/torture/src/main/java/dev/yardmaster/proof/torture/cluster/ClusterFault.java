package dev.yardmaster.proof.torture.cluster;

import java.util.Locale;

/** What happens to a cluster. */
public enum ClusterFault {
  /** The leader's process ends with SIGKILL, and is started again. */
  LEADER_KILLED(true),
  /** The leader's process stops with SIGSTOP for 0.1 to 5 s, or once for 70 s. */
  LEADER_STOPPED(true),
  /** No message passes between the leader and the others for 1 to 4 s. */
  LEADER_CUT_OFF(true),
  /** The leader receives no message from the others for 1 to 4 s; its own messages arrive. */
  LEADER_DEAF(true),
  /** No message of the leader arrives at the others for 1 to 4 s; it receives theirs. */
  LEADER_MUTE(true),
  /** The leader hands the leadership over. */
  TRANSFER(false),
  /** A follower's process ends with SIGKILL, and is started again. */
  FOLLOWER_KILLED(false),
  /** A follower's process stops with SIGSTOP for 0.1 to 5 s. */
  FOLLOWER_STOPPED(false),
  /** No message passes between a follower and the others for 1 to 4 s. */
  FOLLOWER_CUT_OFF(false),
  /** A follower is removed, loses its data, and is added again under another name. */
  FOLLOWER_REPLACED(false),
  /** All processes end with SIGKILL, and are started again. */
  ALL_KILLED(false);

  private final boolean losesLeader;

  ClusterFault(boolean losesLeader) {
    this.losesLeader = losesLeader;
  }

  /** Whether the others have to elect another leader. */
  public boolean losesLeader() {
    return losesLeader;
  }

  /** Returns the fault in words. */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
