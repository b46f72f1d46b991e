package dev.yardmaster.benchmarks.workload.tpce.schema;

/** The types of transactions, with their names in reports and their shares in the mixes. */
public enum TpceType {
  BROKER_VOLUME("broker-volume", 49, 49),
  CUSTOMER_POSITION("customer-position", 130, 80),
  MARKET_FEED("market-feed", 10, 10),
  MARKET_WATCH("market-watch", 180, 130),
  SECURITY_DETAIL("security-detail", 140, 140),
  TRADE_LOOKUP("trade-lookup", 80, 80),
  TRADE_ORDER("trade-order", 101, 101),
  TRADE_RESULT("trade-result", 100, 100),
  TRADE_STATUS("trade-status", 190, 90),
  TRADE_UPDATE("trade-update", 20, 20),
  ANALYTIC("analytic", 0, 200);

  private static final TpceType[] ALL = values();

  private final String label;
  private final int original;
  private final int hybrid;

  /** Creates a type with its shares in thousandths. */
  TpceType(String label, int original, int hybrid) {
    this.label = label;
    this.original = original;
    this.hybrid = hybrid;
  }

  /** Returns the type with an ordinal. */
  public static TpceType of(int ordinal) {
    return ALL[ordinal];
  }

  /** Returns the name in reports. */
  public String label() {
    return label;
  }

  /** Returns the share in TPC-E's mix, in thousandths. */
  int original() {
    return original;
  }

  /** Returns the share in the mix of the ERMIA paper, in thousandths. */
  int hybrid() {
    return hybrid;
  }
}
