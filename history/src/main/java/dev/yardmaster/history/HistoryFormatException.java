package dev.yardmaster.history;

import java.io.IOException;

/** Reports that a history cannot be read. The exception contains the problem and its offset. */
public final class HistoryFormatException extends IOException {

  private static final long serialVersionUID = 1L;

  /** The kinds of problems. The names are stable. */
  public enum Problem {
    /** The file does not start with the magic bytes. */
    NOT_A_HISTORY,
    /** The format version is not supported. */
    UNSUPPORTED_VERSION,
    /**
     * The history has no END block, because the log was not closed or a part of the file was lost.
     */
    TRUNCATED,
    /** A block's CRC does not match its bytes. */
    CRC_MISMATCH,
    /** A block has a correct CRC, but its content cannot be decoded by this reader. */
    MALFORMED,
    /** A block is missing or duplicated. */
    COUNT_MISMATCH
  }

  private final Problem problem;
  private final long offset;

  HistoryFormatException(Problem problem, long offset, String text) {
    super(problem + ": " + text + " (offset=" + offset + ")");
    this.problem = problem;
    this.offset = offset;
  }

  /** Returns the problem. */
  public Problem problem() {
    return problem;
  }

  /** Returns the offset of the problem, in bytes from the start of the history. */
  public long offset() {
    return offset;
  }
}
