package dev.yardmaster.history;

import java.io.IOException;

/** A history that cannot be read: what is wrong with it, and where. */
public final class HistoryFormatException extends IOException {

  private static final long serialVersionUID = 1L;

  /** What can be wrong with a history; the names are stable. */
  public enum Problem {
    /** It does not start as a history does. */
    NOT_A_HISTORY,
    /** It was written in a version of the format that this reader does not know. */
    UNSUPPORTED_VERSION,
    /** It ends before its end: its log was not closed, or a part was lost. */
    TRUNCATED,
    /** A block's bytes are not those that were written. */
    CRC_MISMATCH,
    /** A block is whole but does not say anything that this reader understands. */
    MALFORMED,
    /** A block is missing or there twice. */
    COUNT_MISMATCH
  }

  private final Problem problem;
  private final long offset;

  HistoryFormatException(Problem problem, long offset, String text) {
    super(problem + ": " + text + " (offset=" + offset + ")");
    this.problem = problem;
    this.offset = offset;
  }

  /** What is wrong. */
  public Problem problem() {
    return problem;
  }

  /** Where, in bytes from the start of the history. */
  public long offset() {
    return offset;
  }
}
