package dev.yardmaster.benchmarks.workload.stock;

/**
 * The sizes and shares of {@link StockReads}.
 *
 * @param warehouses number of warehouses; 1 to 200
 * @param items number of rows of a warehouse; 1 to 100,000
 * @param reads number of different rows that a transaction reads; 1 to all rows
 * @param writeShare share of the read rows that the transaction updates; 0 to 1
 * @param drawn number of transactions drawn for each client; 1 to 1,048,576
 * @param seed seed of all random choices
 */
public record StockSettings(
    int warehouses, int items, int reads, double writeShare, int drawn, long seed) {

  /** The number of rows of a warehouse in TPC-C. */
  public static final int ITEMS = 100_000;

  /** Checks that all values are in their ranges. */
  public StockSettings {
    check("warehouses", warehouses, 1, 200);
    check("items", items, 1, ITEMS);
    check("reads", reads, 1, warehouses * items);
    check("drawn", drawn, 1, 1 << 20);
    if (!(writeShare >= 0 && writeShare <= 1)) {
      throw new IllegalArgumentException("writeShare is from 0 to 1: writeShare=" + writeShare);
    }
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is from " + least + " to " + most + ": " + name + "=" + value);
    }
  }

  /** Returns settings with TPC-C's number of rows of a warehouse. */
  public static StockSettings of(int warehouses, int reads, double writeShare, long seed) {
    return new StockSettings(warehouses, ITEMS, reads, writeShare, 1 << 10, seed);
  }

  /** Returns these settings with another number of rows of a warehouse. */
  public StockSettings withItems(int newItems) {
    return new StockSettings(warehouses, newItems, reads, writeShare, drawn, seed);
  }

  /** Returns these settings with another number of transactions drawn for each client. */
  public StockSettings withDrawn(int newDrawn) {
    return new StockSettings(warehouses, items, reads, writeShare, newDrawn, seed);
  }

  /** Returns the number of all rows. */
  public int rows() {
    return warehouses * items;
  }

  /** Returns the number of rows that a transaction updates. */
  public int writes() {
    return (int) Math.round(reads * writeShare);
  }
}
