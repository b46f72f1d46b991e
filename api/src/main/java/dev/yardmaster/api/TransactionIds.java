package dev.yardmaster.api;

import java.security.SecureRandom;
import java.util.Objects;
import java.util.function.LongSupplier;

/** Makes {@link TransactionId}s. Any thread, if clock and randomness may be asked by any. */
public final class TransactionIds {

  private static final int RANDOM_HIGH_MASK = 0xFFFF;

  private final LongSupplier epochMs;
  private final LongSupplier randomBits;

  /**
   * Ids by a clock and a source of randomness.
   *
   * @param epochMs the time in ms since the epoch
   * @param randomBits 64 random bits; nobody must be able to guess them who must not learn of a
   *     transaction's outcome
   */
  public TransactionIds(LongSupplier epochMs, LongSupplier randomBits) {
    this.epochMs = Objects.requireNonNull(epochMs, "epochMs");
    this.randomBits = Objects.requireNonNull(randomBits, "randomBits");
  }

  /** Ids by the machine's clock and randomness; for production. */
  public static TransactionIds ofThisMachine() {
    SecureRandom random = new SecureRandom();
    return new TransactionIds(System::currentTimeMillis, random::nextLong);
  }

  /** Another id. */
  public TransactionId next() {
    return new TransactionId(
        epochMs.getAsLong(),
        (int) randomBits.getAsLong() & RANDOM_HIGH_MASK,
        randomBits.getAsLong());
  }
}
