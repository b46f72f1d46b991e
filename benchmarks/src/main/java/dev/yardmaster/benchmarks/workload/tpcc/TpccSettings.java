package dev.yardmaster.benchmarks.workload.tpcc;

import java.util.Objects;

/**
 * Sizes and shares of {@link Tpcc}. The standard's are 10 districts, 3,000 customers and 100,000
 * items; fewer are for tests.
 *
 * @param warehouses 1 to 65,535
 * @param districts districts of a warehouse; 1 to 10
 * @param customers customers of a district, each with an order that is loaded; 10 to 4,095
 * @param items 100 to 100,000
 * @param mix which transactions are run
 * @param byLastNamePercent payments and order statuses that know the customer by last name only; 0
 *     to 100
 * @param expectedTransactions what hash indexes leave room for; 0 to 1,000,000,000
 * @param drawn transactions drawn for each client; 1 to 1,048,576
 * @param seed of all that is drawn
 */
public record TpccSettings(
    int warehouses,
    int districts,
    int customers,
    int items,
    TpccMix mix,
    int byLastNamePercent,
    int expectedTransactions,
    int drawn,
    long seed) {

  /** Checks the ranges. */
  public TpccSettings {
    Objects.requireNonNull(mix, "mix");
    check("warehouses", warehouses, 1, TpccKeys.MAX_WAREHOUSE);
    check("districts", districts, 1, 10);
    check("customers", customers, 10, TpccKeys.MAX_CUSTOMER);
    check("items", items, 100, 100_000);
    check("byLastNamePercent", byLastNamePercent, 0, 100);
    check("expectedTransactions", expectedTransactions, 0, 1_000_000_000);
    check("drawn", drawn, 1, 1 << 20);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is from " + least + " to " + most + ": " + name + "=" + value);
    }
  }

  /** The standard's sizes. */
  public static TpccSettings of(int warehouses, TpccMix mix, long seed) {
    return new TpccSettings(warehouses, 10, 3_000, 100_000, mix, 60, 2_000_000, 1 << 14, seed);
  }

  /** Smaller sizes for tests. */
  public TpccSettings scaledDown(int newDistricts, int newCustomers, int newItems) {
    return new TpccSettings(
        warehouses,
        newDistricts,
        newCustomers,
        newItems,
        mix,
        byLastNamePercent,
        10_000,
        1 << 10,
        seed);
  }

  /** The same with another share of customers who are known by last name. */
  public TpccSettings withByLastNamePercent(int percent) {
    return new TpccSettings(
        warehouses, districts, customers, items, mix, percent, expectedTransactions, drawn, seed);
  }

  /** The same with so many transactions drawn for each client. */
  public TpccSettings withDrawn(int newDrawn) {
    return new TpccSettings(
        warehouses,
        districts,
        customers,
        items,
        mix,
        byLastNamePercent,
        expectedTransactions,
        newDrawn,
        seed);
  }

  /** Orders of a district that are loaded as delivered; the rest are new. */
  int loadedDeliveries() {
    return customers * 7 / 10;
  }

  /** Different last names: as many as there are customers in a small district. */
  int lastNames() {
    return Math.min(customers, LastNames.COUNT);
  }

  /** All districts. */
  int allDistricts() {
    return warehouses * districts;
  }

  /** All customers. */
  long allCustomers() {
    return (long) allDistricts() * customers;
  }
}
