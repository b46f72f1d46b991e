package dev.yardmaster.engine.protocol.state;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;

/**
 * One worker's access to the temperatures of records. The temperature of a record shows how often
 * transactions have conflicts over the record (Wang and Kimura, <i>Mostly-Optimistic Concurrency
 * Control</i>, VLDB 2017). The temperature of a record is the logarithm of the number of its
 * conflicts in the current period. Every record has a temperature, in a word in front of the
 * record. In the paper, every page has a temperature.
 *
 * <pre>
 *   | period (56 bits) | temperature (8 bits) |
 * </pre>
 */
public final class Temperatures {

  private static final int BITS = 8;
  private static final long MAX = 20;

  /**
   * The length of a period, in ns. A hot record becomes cold at the beginning of the next period.
   */
  private static final long PERIOD_NS = 1_000_000_000L;

  private static final long UNKNOWN = -1;

  private final WorkerContext context;
  private final SharedWords words;
  private final int word;
  private final int hot;
  private long period = UNKNOWN;
  private long random;

  /**
   * Creates the object of a worker.
   *
   * @param word the position of the temperature among the words in front of a record
   * @param hot the temperature from which a record is hot, 0 to 20; with 0, every record is hot
   */
  public Temperatures(int word, int hot, WorkerContext context) {
    this.context = context;
    this.word = word;
    this.hot = hot;
    words = context.words();
    random = context.worker() + 1L;
  }

  /** Begins an attempt of a transaction. */
  public void begin() {
    period = UNKNOWN;
  }

  /** Returns whether the record of an access is hot. */
  public boolean isHot(Access access) {
    if (hot == 0) {
      return true;
    }
    long known = words.get(access.slab(), access.at() + word);
    return temperature(known) >= hot && known >>> BITS == period();
  }

  private static long temperature(long known) {
    return known & ((1L << BITS) - 1);
  }

  private long period() {
    if (period == UNKNOWN) {
      period = (context.pace().nowNs() - context.originNs()) / PERIOD_NS;
    }
    return period;
  }

  /**
   * Counts a conflict over the record of an access: the temperature t rises by 1 with a probability
   * of 1 / 2<sup>t</sup>.
   */
  public void heat(Access access) {
    long[] slab = access.slab();
    int at = access.at() + word;
    long known = words.get(slab, at);
    long temperature = known >>> BITS == period() ? temperature(known) : 0;
    if (temperature < MAX && (nextRandom() & ((1L << temperature) - 1)) == 0) {
      // If two workers change the word at the same time, one of the two changes is lost, which is
      // acceptable.
      var unused = words.change(slab, at, known, (period() << BITS) | (temperature + 1));
    }
  }

  private long nextRandom() {
    random ^= random << 13;
    random ^= random >>> 7;
    random ^= random << 17;
    return random;
  }
}
