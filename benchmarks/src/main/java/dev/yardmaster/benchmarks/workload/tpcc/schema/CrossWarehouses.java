package dev.yardmaster.benchmarks.workload.tpcc.schema;

/**
 * The warehouses whose clients have transactions that access two warehouses, as in the CormCC paper
 * (USENIX ATC 2018, section 6.3). A NewOrder over two warehouses takes every second line from
 * another of these warehouses. A Payment over two warehouses is for a customer of another of these
 * warehouses. All other transactions access only their home warehouse. Types other than NewOrder
 * and Payment access one warehouse by definition.
 *
 * @param count number of these warehouses, counted from the first warehouse; 0, or at least 2
 * @param percent percentage of the clients' NewOrders and Payments that access two warehouses
 */
public record CrossWarehouses(int count, int percent) {

  /** Checks that the values are in their ranges. */
  public CrossWarehouses {
    if (count < 0 || count == 1 || percent < 0 || percent > 100) {
      throw new IllegalArgumentException(
          "0 or at least 2 warehouses have 0 to 100 percent of transactions that access two:"
              + " cross-warehouses="
              + count
              + ", cross-percent="
              + percent);
    }
  }

  @Override
  public String toString() {
    return count + " warehouses with " + percent + " % cross-warehouse";
  }
}
