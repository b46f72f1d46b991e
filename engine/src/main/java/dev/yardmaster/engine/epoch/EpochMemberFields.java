package dev.yardmaster.engine.epoch;

/** The field that others read, with room in front of it so that it has a cache line to itself. */
class EpochMemberFields {

  @SuppressWarnings("unused") // Keeps others' fields off the cache line.
  private long p00, p01, p02, p03, p04, p05, p06;

  long entered;
}
