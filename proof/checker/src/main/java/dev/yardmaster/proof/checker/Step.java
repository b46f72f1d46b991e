package dev.yardmaster.proof.checker;

/**
 * One edge of a cycle, with the versions that prove it.
 *
 * @param fromSlot what {@code from} wrote or read; {@link VersionOrder#NONE} in real time
 * @param toSlot what {@code to} wrote or read; {@link VersionOrder#NONE} in real time
 */
record Step(Kind kind, int from, int to, int fromSlot, int toSlot) {

  /** What an edge comes from. */
  enum Kind {
    WW("ww"),
    WR("wr"),
    REAL_TIME("real time"),
    RW("rw");

    final String label;

    Kind(String label) {
      this.label = label;
    }
  }
}
