package dev.yardmaster.service.conflicts;

import java.util.Objects;

/**
 * Two procedures whose transactions conflicted recently. Counts are rounded; {@link Conflicts}
 * describes how counts decay.
 *
 * @param procedure the procedure that read the key before the other procedure wrote it
 * @param other the procedure that wrote the key; {@link Conflicts#UNKNOWN} if that procedure is
 *     unknown
 * @param count the number of conflicts between the two procedures
 * @param unseen the maximum number of conflicts that may have happened before the pair was counted
 */
public record ProcedurePair(String procedure, String other, long count, long unseen) {

  /** Checks that both names are not null. */
  public ProcedurePair {
    Objects.requireNonNull(procedure, "procedure");
    Objects.requireNonNull(other, "other");
  }
}
