package dev.yardmaster.benchmarks.workload.tpcc.schema;

import dev.yardmaster.benchmarks.workload.tpcc.Tpcc;
import dev.yardmaster.benchmarks.workload.tpcc.random.LastNames;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.table.KeyRanges;
import java.util.Objects;

/**
 * The sizes and shares of {@link Tpcc}. The standard has 10 districts, 3,000 customers and 100,000
 * items; tests use fewer.
 *
 * @param warehouses number of warehouses; 1 to 65,535
 * @param districts number of districts of a warehouse; 1 to 10
 * @param customers number of customers of a district, each with a loaded order; 10 to 3,000
 * @param items number of items; 100 to 100,000
 * @param mix shares of the transactions
 * @param byLastNamePercent share of payments and order statuses that name the customer by last
 *     name; 0 to 100
 * @param scanLength number of customers that a bulk transaction scans; 1 to the customers of a
 *     warehouse
 * @param stockLevel isolation level of StockLevel; the standard's clause 2.8.2.3 requires only
 *     {@code READ_COMMITTED}
 * @param expectedTransactions number of transactions for which hash indexes reserve room; 0 to
 *     1,000,000,000
 * @param drawn number of transactions drawn for each client; 1 to 1,048,576
 * @param seed seed of all random choices
 * @param cross the warehouses with transactions that access two warehouses; null for the remote
 *     orders and payments of the standard
 * @param theta skew of Zipf's law by which customers, last names and items are drawn; 0 (uniform)
 *     to 2, or null for the standard's non-uniform numbers (clause 2.1.6)
 * @param homeTheta skew of Zipf's law by which each transaction draws a home warehouse; 0 (uniform)
 *     to 2, or null if each client has one home warehouse
 */
public record TpccSettings(
    int warehouses,
    int districts,
    int customers,
    int items,
    TpccMix mix,
    int byLastNamePercent,
    int scanLength,
    Isolation stockLevel,
    int expectedTransactions,
    int drawn,
    long seed,
    CrossWarehouses cross,
    Double theta,
    Double homeTheta) {

  /** The number of customers in a logical range (the ROCC paper's section V-B). */
  private static final int CUSTOMERS_OF_RANGE = 600;

  private static final int SCAN_LENGTH = 3_000;

  /** Checks that all values are in their ranges. */
  public TpccSettings {
    Objects.requireNonNull(mix, "mix");
    Objects.requireNonNull(stockLevel, "stockLevel");
    check("warehouses", warehouses, 1, TpccKeys.MAX_WAREHOUSE);
    check("districts", districts, 1, 10);
    check("customers", customers, 10, TpccKeys.MAX_CUSTOMER);
    check("items", items, 100, 100_000);
    check("byLastNamePercent", byLastNamePercent, 0, 100);
    check("scanLength", scanLength, 1, districts * customers);
    check("expectedTransactions", expectedTransactions, 0, 1_000_000_000);
    check("drawn", drawn, 1, 1 << 20);
    if (cross != null) {
      check("cross-warehouses", cross.count(), 0, warehouses);
    }
    checkTheta("theta", theta);
    checkTheta("homeTheta", homeTheta);
  }

  private static void checkTheta(String name, Double value) {
    if (value != null && !(value >= 0 && value <= 2)) {
      throw new IllegalArgumentException(name + " is from 0 to 2: " + name + "=" + value);
    }
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is from " + least + " to " + most + ": " + name + "=" + value);
    }
  }

  /** Returns settings with the standard's sizes. */
  public static TpccSettings of(int warehouses, TpccMix mix, long seed) {
    return new TpccSettings(
        warehouses,
        10,
        3_000,
        100_000,
        mix,
        60,
        SCAN_LENGTH,
        Isolation.SERIALIZABLE,
        2_000_000,
        1 << 14,
        seed,
        null,
        null,
        null);
  }

  /** Returns these settings with smaller sizes for tests. */
  public TpccSettings scaledDown(int newDistricts, int newCustomers, int newItems) {
    return new TpccSettings(
        warehouses,
        newDistricts,
        newCustomers,
        newItems,
        mix,
        byLastNamePercent,
        Math.min(scanLength, newDistricts * newCustomers),
        stockLevel,
        10_000,
        1 << 10,
        seed,
        cross,
        theta,
        homeTheta);
  }

  /** Returns these settings with another number of items, for faster loading. */
  public TpccSettings withItems(int newItems) {
    return with(customers, newItems, byLastNamePercent, scanLength, stockLevel, drawn);
  }

  /** Returns these settings with another number of customers of a district, for faster loading. */
  public TpccSettings withCustomers(int newCustomers) {
    int scanned = Math.min(scanLength, districts * newCustomers);
    return with(newCustomers, items, byLastNamePercent, scanned, stockLevel, drawn);
  }

  /** Returns these settings with another share of customers named by last name. */
  public TpccSettings withByLastNamePercent(int percent) {
    return with(customers, items, percent, scanLength, stockLevel, drawn);
  }

  /** Returns these settings with bulk transactions that scan another number of customers. */
  public TpccSettings withScanLength(int newScanLength) {
    return with(customers, items, byLastNamePercent, newScanLength, stockLevel, drawn);
  }

  /** Returns these settings with another isolation of StockLevel. */
  public TpccSettings withStockLevel(Isolation isolation) {
    return with(customers, items, byLastNamePercent, scanLength, isolation, drawn);
  }

  /** Returns these settings with another number of transactions drawn for each client. */
  public TpccSettings withDrawn(int newDrawn) {
    return with(customers, items, byLastNamePercent, scanLength, stockLevel, newDrawn);
  }

  private TpccSettings with(
      int newCustomers,
      int newItems,
      int percent,
      int newScanLength,
      Isolation newStockLevel,
      int newDrawn) {
    return new TpccSettings(
        warehouses,
        districts,
        newCustomers,
        newItems,
        mix,
        percent,
        newScanLength,
        newStockLevel,
        expectedTransactions,
        newDrawn,
        seed,
        cross,
        theta,
        homeTheta);
  }

  /**
   * Returns these settings with other cross-warehouse clients, whose transactions access two
   * warehouses.
   */
  public TpccSettings withCross(CrossWarehouses newCross) {
    return with(mix, newCross, theta, homeTheta, seed);
  }

  /** Returns these settings with another skew. */
  public TpccSettings withTheta(Double newTheta) {
    return with(mix, cross, newTheta, homeTheta, seed);
  }

  /** Returns these settings, but each transaction draws its home warehouse with the given skew. */
  public TpccSettings withHomeTheta(Double newHomeTheta) {
    return with(mix, cross, theta, newHomeTheta, seed);
  }

  /**
   * Returns these settings with another load (mix, transactions over two warehouses, skew and seed)
   * of the same tables.
   */
  public TpccSettings with(
      TpccMix newMix, CrossWarehouses newCross, Double newTheta, long newSeed) {
    return with(newMix, newCross, newTheta, homeTheta, newSeed);
  }

  private TpccSettings with(
      TpccMix newMix,
      CrossWarehouses newCross,
      Double newTheta,
      Double newHomeTheta,
      long newSeed) {
    return new TpccSettings(
        warehouses,
        districts,
        customers,
        items,
        newMix,
        byLastNamePercent,
        scanLength,
        stockLevel,
        expectedTransactions,
        drawn,
        newSeed,
        newCross,
        newTheta,
        newHomeTheta);
  }

  /** Returns the logical ranges into which customers are divided. */
  KeyRanges customerRanges() {
    long lowest = TpccKeys.customer(1, 1, 1);
    long keys = TpccKeys.customer(warehouses + 1, 1, 1) - lowest;
    return new KeyRanges(
        lowest, CUSTOMERS_OF_RANGE, Math.toIntExact((keys - 1) / CUSTOMERS_OF_RANGE + 1));
  }

  /**
   * Returns the number of orders of a district that are loaded as delivered; the other orders are
   * new.
   */
  public int loadedDeliveries() {
    return customers * 7 / 10;
  }

  /**
   * Returns the number of different last names; in a small district it is the number of customers.
   */
  public int lastNames() {
    return Math.min(customers, LastNames.COUNT);
  }

  /** Returns the number of all districts. */
  public int allDistricts() {
    return warehouses * districts;
  }

  /** Returns the number of all customers. */
  public long allCustomers() {
    return (long) allDistricts() * customers;
  }
}
