package dev.yardmaster.replication;

/** What a member does in the current term. */
public enum Role {
  /** Appends entries. */
  LEADER,
  /** Copies the leader's entries, or looks for a leader. */
  FOLLOWER,
  /** Stopped after an error of its replica or its disk. */
  FAILED,
  /** Closed. */
  CLOSED
}
