package dev.yardmaster.proof.simulator.network;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The behaviour of a network.
 *
 * @param maxDelayNs longest delay of bytes, in ns
 * @param bufferBytes upper bound of the bytes in flight in one direction; when it is reached, the
 *     sender must wait
 * @param cutPermille probability, in thousandths, that a delivery is cut: it then contains only a
 *     part of the bytes that have arrived
 * @param faultEveryNs mean time between two faults, in ns; 0 for no faults
 * @param faults upper bound of the number of faults
 * @param refusePermille probability that a new connection is refused or not answered, in
 *     thousandths
 */
public record NetworkConditions(
    int maxDelayNs,
    int bufferBytes,
    int cutPermille,
    int faultEveryNs,
    int faults,
    int refusePermille) {

  private static final int MS = 1_000_000;

  /** Draws the conditions of a network. */
  public static NetworkConditions draw(SplittableRandom random) {
    return new NetworkConditions(
        logUniform(random, 1_000, 2 * MS),
        logUniform(random, 64, 64 * 1024),
        random.nextInt(3) == 0 ? 0 : random.nextInt(1000),
        random.nextInt(6) == 0 ? 0 : logUniform(random, MS / 2, 100 * MS),
        logUniform(random, 1, 40),
        random.nextInt(2) == 0 ? 0 : random.nextInt(400));
  }

  /**
   * Draws a number on a logarithmic scale, so that small numbers are as frequent as large numbers.
   */
  private static int logUniform(SplittableRandom random, int least, int most) {
    return (int) (least * Math.exp(random.nextDouble() * Math.log((double) most / least)));
  }

  /** Returns a line that describes the conditions. */
  public String inWords() {
    return String.format(
        Locale.ROOT,
        "bytes take up to %d ns, %d bytes under way, cut %d per mille, %s, %d per mille refused",
        maxDelayNs,
        bufferBytes,
        cutPermille,
        faultEveryNs == 0
            ? "no faults"
            : "a fault every " + faultEveryNs + " ns, " + faults + " in all",
        refusePermille);
  }
}
