package dev.yardmaster.benchmarks.workload.tpcc;

/** Shares of the transactions. */
public enum TpccMix {
  /** All five, with the least shares of clause 5.2.3. */
  STANDARD("tpcc", 45, 43, 4, 4),
  /** The two that write most, half and half; the mix of papers on concurrency control. */
  NEW_ORDER_PAYMENT("tpcc-neworder-payment", 50, 50, 0, 0);

  private final String workload;
  private final int newOrders;
  private final int payments;
  private final int orderStatuses;
  private final int deliveries;

  TpccMix(String workload, int newOrders, int payments, int orderStatuses, int deliveries) {
    this.workload = workload;
    this.newOrders = newOrders;
    this.payments = payments;
    this.orderStatuses = orderStatuses;
    this.deliveries = deliveries;
  }

  /** The workload's name with this mix. */
  String workload() {
    return workload;
  }

  /** Which transaction a number from 0 to 99 stands for. */
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
    return rest < deliveries ? TpccInputs.DELIVERY : TpccInputs.STOCK_LEVEL;
  }
}
