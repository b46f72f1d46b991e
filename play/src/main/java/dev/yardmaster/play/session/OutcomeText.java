package dev.yardmaster.play.session;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.play.text.KeyText;

/** Formats outcomes and conflict reports for the prompt. */
public final class OutcomeText {

  private OutcomeText() {}

  /** Returns the text of an outcome. The conflict of an abort is on a separate line. */
  public static String of(Outcome<?> outcome, LastCommits ledger) {
    if (outcome instanceof Outcome.Committed<?> committed) {
      return committed.commitVersion() == 0
          ? "committed, nothing written"
          : "committed as version " + committed.commitVersion();
    }
    if (outcome instanceof Outcome.Aborted<?> aborted) {
      if (aborted.cause() == AbortCause.USER) {
        return "aborted: " + aborted.reason();
      }
      return "ABORTED, cause "
          + aborted.cause()
          + (aborted.lastConflict() == null ? "" : '\n' + versions(aborted.lastConflict(), ledger));
    }
    return outcome.error().getMessage();
  }

  /**
   * Returns the text of a conflict report, which names sessions instead of transaction numbers
   * where they are known.
   */
  public static String of(ConflictReport conflict, LastCommits ledger) {
    return conflict.cause() + " on " + versions(conflict, ledger);
  }

  private static String versions(ConflictReport conflict, LastCommits ledger) {
    return KeyText.of(conflict.key())
        + ": read version "
        + conflict.versionRead()
        + (conflict.versionFound() == 0
            ? ", written in the same batch"
            : ", found version " + conflict.versionFound())
        + ledger.writerIn(conflict).map(writer -> " by " + writer).orElse("");
  }
}
