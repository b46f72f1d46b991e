package dev.yardmaster.engine.epoch;

import dev.yardmaster.annotations.Shared;

/**
 * The fields of an {@link EpochMember} that other threads read. Because of the padding, no other
 * fields are on the cache line of these fields.
 */
class EpochMemberFields {

  @SuppressWarnings("unused") // The padding keeps the fields of other objects off the cache line.
  private long p00, p01, p02, p03, p04, p05, p06;

  @Shared(
      writers = "the member's worker",
      readers = "threads that advance the epoch",
      access = "volatile on entry, release on exit; the fields have a cache line of their own")
  long entered;

  @Shared(
      writers = "the member's worker",
      readers = "threads that wait for the member to leave",
      access = "release, before the volatile store of the entry; acquire")
  long stays;
}
