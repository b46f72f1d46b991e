package dev.yardmaster.processor;

import java.util.Objects;

/**
 * Two procedures whose transactions conflicted recently. Counts are rounded; {@link Conflicts} says
 * how they decay.
 *
 * @param procedure the procedure that had read what the other wrote
 * @param other the procedure that wrote; {@link Conflicts#UNKNOWN} where it is not known
 * @param count conflicts between them
 * @param unseen most conflicts that may have happened before the pair was watched
 */
public record ProcedurePair(String procedure, String other, long count, long unseen) {

  /** Checks that both names are given. */
  public ProcedurePair {
    Objects.requireNonNull(procedure, "procedure");
    Objects.requireNonNull(other, "other");
  }
}
