package dev.yardmaster.benchmarks.workload;

import java.math.BigInteger;

/**
 * A bijection of the numbers 0 to {@code n - 1} that scatters neighbours. The bijection multiplies
 * each number by an integer near {@code 0.618 n} (the golden section), modulo {@code n} (Knuth,
 * volume 3, section 6.4). Instances are immutable.
 */
public final class ScatteredKeys {

  private static final double GOLDEN_SECTION = (Math.sqrt(5) - 1) / 2;

  private final int n;
  private final long factor;
  private final long inverse;

  /** Creates the bijection of the numbers below {@code n}. */
  public ScatteredKeys(int n) {
    this.n = n;
    long candidate = Math.max(1, (long) (n * GOLDEN_SECTION));
    while (gcd(candidate, n) != 1) {
      candidate++;
    }
    factor = candidate;
    inverse = BigInteger.valueOf(factor).modInverse(BigInteger.valueOf(n)).longValueExact();
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** Returns the key of a rank in popularity. */
  public int of(int rank) {
    return (int) (rank * factor % n);
  }

  /** Returns the rank of a key: the inverse of {@link #of}. */
  public long rankOf(long key) {
    return key % n * inverse % n;
  }
}
