package dev.yardmaster.replication;

import java.util.List;
import java.util.Optional;

/**
 * What a member knows about the log.
 *
 * @param term the highest term that this member has seen
 * @param leader the leader's name in this term, if this member knows it
 * @param appliedIndex the index of the last entry that the replica has applied, or 0
 * @param lastTerm the term of the last entry in this member's log, committed or not; 0 without
 *     entries
 * @param lastIndex the index of that entry. Of two members, the one with the higher last term, or
 *     with the higher last index in the same term, has all committed entries that the other one has
 *     (Raft, section 5.4.1)
 * @param members the members in force, in the order of their names
 */
public record LogStatus(
    Role role,
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
