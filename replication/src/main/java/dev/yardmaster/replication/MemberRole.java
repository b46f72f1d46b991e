package dev.yardmaster.replication;

/** The role of a member in the current term. */
public enum MemberRole {
  /** The member appends entries. */
  LEADER,
  /** The member receives the leader's entries, or waits for the election of a leader. */
  FOLLOWER,
  /** The member has stopped after an error of its replica or its disk. */
  FAILED,
  /** The member is closed. */
  CLOSED
}
