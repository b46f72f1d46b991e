package dev.yardmaster.proof.torture;

import java.io.OutputStream;

/**
 * The lines that parent and child exchange. A line consists of words, separated by single spaces.
 *
 * <pre>
 *   parent to child                             child to parent
 *                                               ready
 *   open CUSTOMERS                              opened
 *   submit ID KIND FIRST SECOND CENTS           answer ID committed VERSION CHANGE BALANCE
 *                                               answer ID aborted
 *                                               answer ID never
 *                                               answer ID none CODE
 *   status ID                                   status ID, and then as in an answer
 *   balances CUSTOMERS                          balance CUSTOMER CHECKING SAVINGS, for each
 *                                               balances
 *   backup NUMBER                               backup NUMBER done
 *                                               backup NUMBER failed REASON
 *   close                                       (the process ends)
 * </pre>
 *
 * <p>FIRST and SECOND are customers, and amounts are in cents. {@code none} means that the service
 * returned no outcome, because it was overloaded or had ended. {@code never} means that the parent
 * queried an id without an outcome; as a result of the query, no transaction with this id will ever
 * commit. The child takes a backup to the directory {@link Copies#backup}, while it processes
 * further lines.
 */
public final class Line {

  public static final String READY = "ready";
  static final String OPEN = "open";
  static final String OPENED = "opened";
  static final String SUBMIT = "submit";
  static final String ANSWER = "answer";
  static final String STATUS = "status";
  static final String COMMITTED = "committed";
  static final String ABORTED = "aborted";
  static final String NEVER = "never";
  static final String NONE = "none";
  static final String BALANCE = "balance";
  static final String BALANCES = "balances";
  static final String BACKUP = "backup";
  static final String DONE = "done";
  static final String FAILED = "failed";
  public static final String CLOSE = "close";

  private Line() {}

  /** Returns the line that consists of these words. */
  public static String of(Object... words) {
    StringBuilder line = new StringBuilder();
    for (Object word : words) {
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    return line.toString();
  }

  /**
   * Returns the standard output of this process for lines. After this call, all other printed text,
   * such as log messages, goes to the error output.
   */
  public static OutputStream reserveOutput() {
    OutputStream lines = System.out;
    System.setOut(System.err);
    return lines;
  }

  /** Returns the words of a line. */
  public static String[] words(String line) {
    return line.split(" ", -1);
  }
}
