package dev.yardmaster.proof.checker;

/**
 * One edge of a cycle, with the versions that prove the edge.
 *
 * @param fromSlot the version that {@code from} wrote or read; {@link VersionOrder#NONE} for a
 *     real-time edge
 * @param toSlot the version that {@code to} wrote or read; {@link VersionOrder#NONE} for a
 *     real-time edge
 */
record CycleEdge(Kind kind, int from, int to, int fromSlot, int toSlot) {

  /** The reason for an edge. */
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
