package dev.yardmaster.proof.simulator.scenario;

import java.util.SplittableRandom;

/**
 * The distribution of the delays of messages between stages.
 *
 * @param maxNs longest delay, in ns; 0 for none
 * @param overtaking whether a message may arrive before an earlier message
 */
public record LinkDelay(int maxNs, boolean overtaking) {

  /** Draws a message's delay. Most delays are short, and some are long. */
  public int draw(SplittableRandom random) {
    if (maxNs == 0) {
      return 0;
    }
    int bound = random.nextInt(4) > 0 ? Math.max(1, maxNs / 10) : maxNs;
    return random.nextInt(bound + 1);
  }
}
