package dev.yardmaster.benchmarks.workload.tpce.schema;

/**
 * The rows of table STATUS_TYPE. The ordinal is ST_ID. A trade is pending until its price occurs,
 * then submitted to the market, and finally completed.
 */
public enum TradeStatus {
  PENDING("Pending"),
  SUBMITTED("Submitted"),
  COMPLETED("Completed"),
  CANCELED("Canceled"),
  ACTIVE("Active");

  private final String label;

  TradeStatus(String label) {
    this.label = label;
  }

  /** Returns ST_NAME. */
  public String label() {
    return label;
  }

  /** Returns ST_ID. */
  public int id() {
    return ordinal();
  }
}
