package dev.yardmaster.proof.torture.soak;

/**
 * The lines that the parent and the soaked server exchange, in addition to the lines of {@link
 * dev.yardmaster.proof.torture.Line}. Transactions are not sent as such lines, but over the
 * server's own network protocol.
 *
 * <pre>
 *   parent to child                child to parent
 *                                  ready PORT          a server listens
 *                                  full                the server has ended for lack of space
 *                                  broken REASON       the server has ended for another reason, or
 *                                                      has not ended although it must
 *   fill PREFIX                                        no room for files with this prefix
 *   empty                                              room for all files
 *   clock OFFSET                                       ms between the server's and the real clock
 *   effects                        effects LOGS CHECKPOINTS BYTES
 *   sound                          sound true          a server listens that no full disk will end
 *                                  sound false
 *   measure                        measured FIGURES
 *   close                          (the process ends)
 * </pre>
 *
 * <p>LOGS and CHECKPOINTS are the process's numbers of refused writes, and BYTES is the total
 * length of the answers that wait to be written to clients. After {@code full}, the server ends; as
 * soon as there is disk space, the child starts the next server on the same directory.
 */
final class SoakLine {

  static final String FULL = "full";
  static final String BROKEN = "broken";
  static final String FILL = "fill";
  static final String EMPTY = "empty";
  static final String CLOCK = "clock";
  static final String EFFECTS = "effects";
  static final String SOUND = "sound";
  static final String MEASURE = "measure";
  static final String MEASURED = "measured";

  private SoakLine() {}
}
