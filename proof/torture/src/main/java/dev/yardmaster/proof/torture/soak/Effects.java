package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.proof.torture.Line;

/**
 * The effects of disturbances, as the server's process reports them.
 *
 * @param refusedLogs number of refused writes to segments of the log since the process began
 * @param refusedCheckpoints number of refused writes to checkpoints since the process began
 * @param unwrittenBytes total length of the answers that wait to be written to clients, in bytes
 */
record Effects(long refusedLogs, long refusedCheckpoints, long unwrittenBytes) {

  /** Returns the numbers as words of a line. */
  String words() {
    return Line.of(refusedLogs, refusedCheckpoints, unwrittenBytes);
  }

  /** Parses the numbers, which follow the first word of a line. */
  static Effects parse(String[] words) {
    return new Effects(
        Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
  }
}
