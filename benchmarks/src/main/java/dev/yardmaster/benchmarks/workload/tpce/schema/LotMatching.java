package dev.yardmaster.benchmarks.workload.tpce.schema;

import java.util.Arrays;

/**
 * Matches a trade with the lots of the account's position in the security. A sale takes shares from
 * the lots of a long position; a purchase covers the lots of a short position. The shares that
 * match no lot open a new lot. An instance is scratch memory of one thread; it grows to the largest
 * trade.
 */
public final class LotMatching {

  private int[] trades = new int[16];
  private long[] before = new long[16];
  private long[] after = new long[16];
  private int count;
  private long left;
  private long matched;
  private long costCents;

  /** Creates an instance without a trade. */
  public LotMatching() {}

  /**
   * Begins to match a trade.
   *
   * @param quantity number of bought shares; negative for a sale
   */
  public void begin(long quantity) {
    left = quantity;
    count = 0;
    matched = 0;
    costCents = 0;
  }

  /** Returns whether a position has lots with which the trade matches. */
  public boolean matches(long position) {
    return position > 0 ? left < 0 : position < 0 && left > 0;
  }

  /**
   * Matches the trade with one more lot, and returns whether the trade needs further lots. The
   * quantities of the trade and the lot have opposite signs.
   *
   * @param trade the trade that opened the lot
   * @param quantity the lot's shares; negative in a short position
   * @param priceCents the price of a share in the lot
   */
  public boolean offer(int trade, long quantity, long priceCents) {
    if (count == trades.length) {
      trades = Arrays.copyOf(trades, 2 * count);
      before = Arrays.copyOf(before, 2 * count);
      after = Arrays.copyOf(after, 2 * count);
    }
    long taken = Math.min(Math.abs(quantity), Math.abs(left));
    trades[count] = trade;
    before[count] = quantity;
    after[count] = quantity - Long.signum(quantity) * taken;
    count++;
    matched += taken;
    costCents += taken * priceCents;
    left -= Long.signum(left) * taken;
    return left != 0;
  }

  /** Returns the number of matched lots. */
  public int lots() {
    return count;
  }

  /** Returns the trade that opened a matched lot. */
  public int trade(int lot) {
    return trades[lot];
  }

  /** Returns the shares of a matched lot before the trade. */
  public long before(int lot) {
    return before[lot];
  }

  /** Returns the shares of a matched lot after the trade; 0 if the lot is used up. */
  public long after(int lot) {
    return after[lot];
  }

  /** Returns the number of shares that open a new lot; negative for a sale. */
  public long left() {
    return left;
  }

  /**
   * Returns the gain from the matched shares, in cents; negative for a loss.
   *
   * @param priceCents the price of a share in the trade
   */
  public long gainCents(boolean isSell, long priceCents) {
    long value = matched * priceCents;
    return isSell ? value - costCents : costCents - value;
  }
}
