package dev.yardmaster.proof.wirefuzz;

import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * Feeds a stepped server with inputs of a seed, one after the other, and looks after each at what
 * the server made of it. A server lives for {@link #BLOCK} inputs, so that any input comes back
 * with all that was before it by going through its block again.
 */
public final class WireFuzz {

  /** How many inputs one server takes. */
  static final int BLOCK = 500;

  /** After how many inputs an honest client looks whether it is served. */
  private static final int HONEST_EVERY = 10;

  /**
   * Something that does not hold.
   *
   * @param input after which
   */
  public record Found(long input, FuzzFailure failure) {}

  private final long seed;

  /** The inputs of a seed. */
  public WireFuzz(long seed) {
    this.seed = seed;
  }

  /**
   * Runs inputs.
   *
   * @param first the number of the first, from 0; its block is gone through from its beginning
   * @param end the number after the last
   * @param progress hears how many are done
   * @return what was found, or null
   */
  public Found run(long first, long end, LongConsumer progress) {
    try (LeakWatch leaks = new LeakWatch()) {
      long input = first - first % BLOCK;
      try {
        while (input < end && !Thread.currentThread().isInterrupted()) {
          try (SteppedServer server = new SteppedServer(seed)) {
            // What is loaded once is not one input's doing.
            server.serveHonestly(0);
            long blockEnd = Math.min(end, input + BLOCK);
            while (input < blockEnd) {
              take(server, input);
              leaks.check();
              input++;
              progress.accept(input);
            }
          }
        }
        leaks.checkAll();
        return null;
      } catch (FuzzFailure failure) {
        return new Found(input, failure);
      } catch (Exception | Error thrown) { // whatever an input may bring about
        return new Found(input, new FuzzFailure("it threw " + thrown, thrown));
      }
    }
  }

  private void take(SteppedServer server, long input) throws Exception {
    long seedOfInput = mixed(input);
    server.take(FuzzInput.draw(seedOfInput), new SplittableRandom(seedOfInput));
    if (input % HONEST_EVERY == 0) {
      server.serveHonestly(input);
    }
  }

  private long mixed(long input) {
    return new SplittableRandom(seed + input * 0x9E37_79B9_7F4A_7C15L).nextLong();
  }

  /** An input as text: its segments in hexadecimal, one a line. */
  public String text(long input) {
    StringBuilder text = new StringBuilder();
    FuzzInput.draw(mixed(input))
        .segments()
        .forEach(segment -> text.append(HexFormat.of().formatHex(segment)).append('\n'));
    return text.toString();
  }
}
