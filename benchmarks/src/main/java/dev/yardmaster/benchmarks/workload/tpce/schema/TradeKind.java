package dev.yardmaster.benchmarks.workload.tpce.schema;

/** The rows of table TRADE_TYPE. The ordinal is TT_ID. */
public enum TradeKind {
  MARKET_BUY("Market-Buy", false, true),
  MARKET_SELL("Market-Sell", true, true),
  LIMIT_BUY("Limit-Buy", false, false),
  LIMIT_SELL("Limit-Sell", true, false),
  STOP_LOSS("Stop-Loss", true, false);

  private static final TradeKind[] ALL = values();

  private final String label;
  private final boolean isSell;
  private final boolean isMarket;

  TradeKind(String label, boolean isSell, boolean isMarket) {
    this.label = label;
    this.isSell = isSell;
    this.isMarket = isMarket;
  }

  /** Returns the kind with a TT_ID. */
  public static TradeKind of(long id) {
    return ALL[(int) id];
  }

  /** Returns TT_NAME. */
  public String label() {
    return label;
  }

  public boolean isSell() {
    return isSell;
  }

  /**
   * Returns whether the order is executed at the current price; otherwise it waits for its price.
   */
  public boolean isMarket() {
    return isMarket;
  }

  /**
   * Returns whether a market price triggers an order that waits for its price.
   *
   * @param bidCents the price that the order requests
   */
  public boolean isTriggered(long bidCents, long priceCents) {
    return switch (this) {
      case LIMIT_BUY -> bidCents >= priceCents;
      case LIMIT_SELL -> bidCents <= priceCents;
      case STOP_LOSS -> bidCents >= priceCents;
      default -> false;
    };
  }
}
