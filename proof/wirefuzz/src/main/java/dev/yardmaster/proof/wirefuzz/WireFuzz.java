package dev.yardmaster.proof.wirefuzz;

import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * Sends the inputs of a seed to a stepped server, one after the other, and checks the server after
 * each input. Each block of {@link #BLOCK} inputs has a new server. Therefore any input can be
 * repeated on a server in exactly the same state, if the run begins with the first input of its
 * block.
 */
public final class WireFuzz {

  /** The number of inputs that are sent to one server. */
  static final int BLOCK = 500;

  /** After this number of inputs, a correct client checks that the server still serves requests. */
  private static final int HONEST_EVERY = 10;

  /**
   * A failed check.
   *
   * @param input the input after which the check failed
   */
  public record Found(long input, FuzzFailure failure) {}

  private final long seed;

  /** Creates a run with the inputs of a seed. */
  public WireFuzz(long seed) {
    this.seed = seed;
  }

  /**
   * Runs a range of inputs.
   *
   * @param first the number of the first input, counted from 0; the run begins at the start of this
   *     input's block
   * @param end the number of the last input, plus 1
   * @param progress receives the number of completed inputs
   * @return the failed check, or null
   */
  public Found run(long first, long end, LongConsumer progress) {
    try (LeakWatch leaks = new LeakWatch()) {
      long input = first - first % BLOCK;
      try {
        while (input < end && !Thread.currentThread().isInterrupted()) {
          try (SteppedServer server = new SteppedServer(seed)) {
            // This call loads classes, so that their allocations do not count for the first input.
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
      } catch (Exception
          | Error thrown) { // The server may throw any exception because of an input.
        return new Found(input, new FuzzFailure("the server threw " + thrown, thrown));
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

  /** Returns the text of an input, with a line in hexadecimal for each segment. */
  public String text(long input) {
    StringBuilder text = new StringBuilder();
    FuzzInput.draw(mixed(input))
        .segments()
        .forEach(segment -> text.append(HexFormat.of().formatHex(segment)).append('\n'));
    return text.toString();
  }
}
