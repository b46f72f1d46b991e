package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.table.TableDefinition.Order;
import java.util.Objects;

/**
 * Sizes and shares of {@link Ycsb}.
 *
 * @param records how many are loaded; 1,000 to 1,000,000,000
 * @param recordBytes bytes of a record, its counter included; 16 to 4,096
 * @param requests requests of a transaction, all of different keys; 1 to 256
 * @param mix what they are
 * @param theta skew of Zipf's law; 0 (uniform) to 2
 * @param order how the table finds keys; ordered for mixes with scans
 * @param drawn transactions drawn for each client; 1 to 1,048,576
 * @param seed of all that is drawn
 * @param scanLength keys of a bulk scan; 1 to 1,000,000, and no more than there are records
 * @param ranges logical ranges of equal size that an ordered table is divided into; 1 to 1,048,576
 * @param scattered whether neighbours in popularity are far from each other in the table, or the
 *     most popular key is the first and so on
 */
public record YcsbSettings(
    int records,
    int recordBytes,
    int requests,
    YcsbMix mix,
    double theta,
    TableDefinition.Order order,
    int drawn,
    long seed,
    int scanLength,
    int ranges,
    boolean scattered) {

  /** As many logical ranges as the ROCC paper has. */
  public static final int RANGES = 16_384;

  private static final int HYBRID_REQUESTS = 5;
  private static final int HYBRID_SCAN_LENGTH = 100;

  /** Checks the ranges. */
  public YcsbSettings {
    Objects.requireNonNull(mix, "mix");
    Objects.requireNonNull(order, "order");
    check("records", records, 1_000, 1_000_000_000);
    check("recordBytes", recordBytes, 16, 4_096);
    check("requests", requests, 1, 256);
    check("drawn", drawn, 1, 1 << 20);
    check("scanLength", scanLength, 1, Math.min(records, 1_000_000));
    check("ranges", ranges, 1, 1 << 20);
    if (!(theta >= 0 && theta <= 2)) {
      throw new IllegalArgumentException("theta is from 0 to 2: theta=" + theta);
    }
    if (mix.scans() && order != Order.ORDERED) {
      throw new IllegalArgumentException("a mix with scans needs an ordered table: mix=" + mix);
    }
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is from " + least + " to " + most + ": " + name + "=" + value);
    }
  }

  /**
   * 16 requests, 100 bytes a record; hashed unless the mix has scans. Bulk mixes have 5 requests,
   * scans of 100 keys, and keys in the order of popularity, as DBx1000 has them, in which the ROCC
   * paper measured: hot keys share a few ranges (its section V-E).
   */
  public static YcsbSettings of(int records, YcsbMix mix, double theta, long seed) {
    Order order = mix.scans() ? Order.ORDERED : Order.HASHED;
    boolean bulk = mix.bulkPercent() > 0;
    return new YcsbSettings(
        records,
        100,
        bulk ? HYBRID_REQUESTS : 16,
        mix,
        theta,
        order,
        1 << 14,
        seed,
        HYBRID_SCAN_LENGTH,
        RANGES,
        !bulk);
  }

  /** The same with so many requests in a transaction. */
  public YcsbSettings withRequests(int newRequests) {
    return with(recordBytes, newRequests, order, drawn, scanLength, ranges, scattered);
  }

  /** The same with records of so many bytes. */
  public YcsbSettings withRecordBytes(int newRecordBytes) {
    return with(newRecordBytes, requests, order, drawn, scanLength, ranges, scattered);
  }

  /** The same with another index. */
  public YcsbSettings withOrder(Order newOrder) {
    return with(recordBytes, requests, newOrder, drawn, scanLength, ranges, scattered);
  }

  /** The same with so many transactions drawn for each client. */
  public YcsbSettings withDrawn(int newDrawn) {
    return with(recordBytes, requests, order, newDrawn, scanLength, ranges, scattered);
  }

  /** The same with bulk scans of so many keys. */
  public YcsbSettings withScanLength(int keys) {
    return with(recordBytes, requests, order, drawn, keys, ranges, scattered);
  }

  /** The same with a table of so many logical ranges. */
  public YcsbSettings withRanges(int newRanges) {
    return with(recordBytes, requests, order, drawn, scanLength, newRanges, scattered);
  }

  /** The same with keys scattered, or in the order of popularity. */
  public YcsbSettings withScattered(boolean newScattered) {
    return with(recordBytes, requests, order, drawn, scanLength, ranges, newScattered);
  }

  private YcsbSettings with(
      int newRecordBytes,
      int newRequests,
      Order newOrder,
      int newDrawn,
      int newScanLength,
      int newRanges,
      boolean newScattered) {
    return new YcsbSettings(
        records,
        newRecordBytes,
        newRequests,
        mix,
        theta,
        newOrder,
        newDrawn,
        seed,
        newScanLength,
        newRanges,
        newScattered);
  }

  /** Keys of a logical range, so that there are no more ranges than wanted. */
  public int keysPerRange() {
    return (records - 1) / ranges + 1;
  }
}
