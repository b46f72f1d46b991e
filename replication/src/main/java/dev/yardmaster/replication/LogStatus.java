package dev.yardmaster.replication;

import java.util.List;
import java.util.Optional;

/**
 * What a member knows about the log.
 *
 * @param term the highest term that this member has seen
 * @param leader the leader's name in this term, if this member knows it
 * @param appliedIndex the index of the last entry that the replica has applied, or 0
 * @param committedIndex the index of the last entry that this member knows to be on a majority, or
 *     0
 * @param members the members in force, in the order of their names
 */
public record LogStatus(
    Role role,
    long term,
    Optional<String> leader,
    long appliedIndex,
    long committedIndex,
    List<Member> members) {

  public LogStatus {
    members = List.copyOf(members);
  }
}
