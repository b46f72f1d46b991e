package dev.yardmaster.api;

import java.security.SecureRandom;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Creates {@link TransactionId}s. An instance is thread-safe if the given clock and random source
 * are.
 */
public final class TransactionIds {

  private static final int RANDOM_HIGH_MASK = 0xFFFF;

  private final LongSupplier epochMs;
  private final LongSupplier randomBits;

  /**
   * Creates a source of ids.
   *
   * @param epochMs the time in ms since the epoch
   * @param randomBits a source of 64 random bits; the bits must be unguessable, because anyone with
   *     an id can query the transaction's outcome
   */
  public TransactionIds(LongSupplier epochMs, LongSupplier randomBits) {
    this.epochMs = Objects.requireNonNull(epochMs, "epochMs");
    this.randomBits = Objects.requireNonNull(randomBits, "randomBits");
  }

  /** Returns a source for production, which uses the machine's clock and secure random numbers. */
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
