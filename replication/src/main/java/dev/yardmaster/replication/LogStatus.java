package dev.yardmaster.replication;

import java.util.List;
import java.util.Optional;

/**
 * The status of the log as one member knows it.
 *
 * @param term the highest term that this member has seen
 * @param leader the name of the leader in this term, if this member knows the leader
 * @param appliedIndex the index of the last entry that the replica has applied; 0 if there is none
 * @param lastTerm the term of the last entry in this member's log, committed or not; 0 without
 *     entries
 * @param lastIndex the index of the last entry in this member's log. In the order by last term and
 *     then by last index, a higher member has all committed entries of a lower member (Raft,
 *     section 5.4.1)
 * @param members the current members of the log, in the order of their names
 */
public record LogStatus(
    MemberRole role,
    long term,
    Optional<String> leader,
    long appliedIndex,
    long lastTerm,
    long lastIndex,
    List<Member> members) {

  public LogStatus {
    members = List.copyOf(members);
  }
}
