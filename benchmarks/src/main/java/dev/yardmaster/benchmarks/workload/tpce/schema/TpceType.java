package dev.yardmaster.benchmarks.workload.tpce.schema;

/** The types of transactions, with their names in reports. */
public enum TpceType {
  BROKER_VOLUME("broker-volume"),
  CUSTOMER_POSITION("customer-position"),
  MARKET_FEED("market-feed"),
  MARKET_WATCH("market-watch"),
  SECURITY_DETAIL("security-detail"),
  TRADE_LOOKUP("trade-lookup"),
  TRADE_ORDER("trade-order"),
  TRADE_RESULT("trade-result"),
  TRADE_STATUS("trade-status"),
  TRADE_UPDATE("trade-update"),
  ANALYTIC("analytic");

  private static final TpceType[] ALL = values();

  private final String label;

  TpceType(String label) {
    this.label = label;
  }

  /** Returns the type with an ordinal. */
  public static TpceType of(int ordinal) {
    return ALL[ordinal];
  }

  /** Returns the name in reports. */
  public String label() {
    return label;
  }
}
