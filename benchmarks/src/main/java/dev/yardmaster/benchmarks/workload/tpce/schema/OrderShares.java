package dev.yardmaster.benchmarks.workload.tpce.schema;

import java.util.SplittableRandom;

/** Draws the properties of orders with the frequencies of the standard. */
public final class OrderShares {

  private static final int[] QUANTITIES = {100, 200, 400, 800};
  private static final int LIFO_PERCENT = 35;
  private static final int CASH_PERCENT = 92;

  private OrderShares() {}

  /**
   * Draws a kind: 30 % for each kind of market order, 20 % for limit buys, and 10 % for each of the
   * other kinds.
   */
  public static TradeKind kind(SplittableRandom random) {
    int percent = random.nextInt(100);
    if (percent < 60) {
      return percent < 30 ? TradeKind.MARKET_BUY : TradeKind.MARKET_SELL;
    }
    if (percent < 80) {
      return TradeKind.LIMIT_BUY;
    }
    return percent < 90 ? TradeKind.LIMIT_SELL : TradeKind.STOP_LOSS;
  }

  /** Draws a number of shares. */
  public static int quantity(SplittableRandom random) {
    return QUANTITIES[random.nextInt(QUANTITIES.length)];
  }

  /** Draws whether a sale takes the newest lots first. */
  public static boolean isLifo(SplittableRandom random) {
    return random.nextInt(100) < LIFO_PERCENT;
  }

  /** Draws whether a trade is paid in cash; otherwise it is on margin. */
  public static boolean isCash(SplittableRandom random) {
    return random.nextInt(100) < CASH_PERCENT;
  }
}
