package dev.yardmaster.processor;

import java.util.Objects;

/**
 * Two procedures whose transactions conflicted lately. Counts are rounded; see {@link Conflicts}
 * for how they fade.
 *
 * @param procedure the procedure that had read what the other wrote
 * @param other the procedure that wrote it; {@link Conflicts#UNKNOWN} where that is not known
 * @param count conflicts between them
 * @param unseen so many more there may have been before the pair was watched
 */
public record ProcedurePair(String procedure, String other, long count, long unseen) {

  /** Checks that both are there. */
  public ProcedurePair {
    Objects.requireNonNull(procedure, "procedure");
    Objects.requireNonNull(other, "other");
  }
}
