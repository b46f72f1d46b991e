package dev.yardmaster.api;

import java.security.SecureRandom;
import java.util.Objects;
import java.util.function.LongSupplier;

/** Creates {@link TransactionId}s. Any thread, if the clock and the random source allow it. */
public final class TransactionIds {

  private static final int RANDOM_HIGH_MASK = 0xFFFF;

  private final LongSupplier epochMs;
  private final LongSupplier randomBits;

  /**
   * Creates a source of ids.
   *
   * @param epochMs the time in ms since the epoch
   * @param randomBits 64 random bits; unguessable for anyone who must not learn a transaction's
   *     outcome
   */
  public TransactionIds(LongSupplier epochMs, LongSupplier randomBits) {
    this.epochMs = Objects.requireNonNull(epochMs, "epochMs");
    this.randomBits = Objects.requireNonNull(randomBits, "randomBits");
  }

  /** Returns a source that uses the machine's clock and secure random numbers; for production. */
  public static TransactionIds ofThisMachine() {
    SecureRandom random = new SecureRandom();
    return new TransactionIds(System::currentTimeMillis, random::nextLong);
  }

  /** Returns a new id. */
  public TransactionId next() {
    return new TransactionId(
        epochMs.getAsLong(),
        (int) randomBits.getAsLong() & RANDOM_HIGH_MASK,
        randomBits.getAsLong());
  }
}
