package dev.yardmaster.benchmarks.workload.tpcc;

/** The shares of the transaction types. */
public enum TpccMix {
  /** The mix has all five types, with the minimum shares of clause 5.2.3. */
  STANDARD("tpcc", 45, 43, 4, 4, 0, 0),
  /** The mix has NewOrder and Payment, half each, as in many papers on concurrency control. */
  NEW_ORDER_PAYMENT("tpcc-neworder-payment", 50, 50, 0, 0, 0, 0),
  /**
   * The mix has a bulk transaction, {@link TopShopper}, in 10 %. A warehouse other than the home
   * supplies 15 % of the new orders (Wang and others, ICDE 2018, section V-B).
   */
  ROCC("tpcc-rocc", 40, 40, 4, 4, 10, 15);

  private final String workload;
  private final int newOrders;
  private final int payments;
  private final int orderStatuses;
  private final int deliveries;
  private final int bulk;
  private final int remoteOrderPercent;

  TpccMix(
      String workload,
      int newOrders,
      int payments,
      int orderStatuses,
      int deliveries,
      int bulk,
      int remoteOrderPercent) {
    this.workload = workload;
    this.newOrders = newOrders;
    this.payments = payments;
    this.orderStatuses = orderStatuses;
    this.deliveries = deliveries;
    this.bulk = bulk;
    this.remoteOrderPercent = remoteOrderPercent;
  }

  /** Returns the workload's name with this mix. */
  String workload() {
    return workload;
  }

  /** Returns the type of transaction for a drawn number from 0 to 99. */
  int typeOf(int percent) {
    int rest = percent;
    if (rest < newOrders) {
      return TpccInputs.NEW_ORDER;
    }
    rest -= newOrders;
    if (rest < payments) {
      return TpccInputs.PAYMENT;
    }
    rest -= payments;
    if (rest < orderStatuses) {
      return TpccInputs.ORDER_STATUS;
    }
    rest -= orderStatuses;
    if (rest < deliveries) {
      return TpccInputs.DELIVERY;
    }
    rest -= deliveries;
    return rest < bulk ? TpccInputs.TOP_SHOPPER : TpccInputs.STOCK_LEVEL;
  }

  /** Returns whether a transaction of the mix scans ranges of customers. */
  boolean scansCustomers() {
    return bulk > 0;
  }

  /**
   * Returns the percentage of new orders that another warehouse supplies completely. If the
   * percentage is 0, another warehouse supplies one line in a hundred.
   */
  int remoteOrderPercent() {
    return remoteOrderPercent;
  }
}
