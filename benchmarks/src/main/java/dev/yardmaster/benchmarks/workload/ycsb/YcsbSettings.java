package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.benchmarks.workload.records.Redraw;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.table.TableDefinition.Order;
import java.util.Objects;

/**
 * The sizes and shares of {@link Ycsb}.
 *
 * @param records number of loaded records; 1,000 to 1,000,000,000
 * @param recordBytes length of a record in bytes, including its counter; 10 to 4,096
 * @param requests number of requests of a transaction, all with different keys
 * @param mix shares of the requests
 * @param theta skew of Zipf's law; 0 (uniform) to 2
 * @param order the table's index; it must be ordered for mixes with scans
 * @param drawn number of transactions drawn for each client; 1 to 1,048,576
 * @param seed seed of all random choices
 * @param scanLength number of keys of a bulk scan; 1 to 1,000,000, and at most the number of
 *     records
 * @param ranges number of logical ranges of equal size into which an ordered table is divided; 1 to
 *     1,048,576
 * @param scattered whether keys of similar popularity are far apart in the table; otherwise keys
 *     are in the order of popularity
 * @param partitions the partitions of the table; more than one only in a hashed table without
 *     inserts
 */
public record YcsbSettings(
    int records,
    int recordBytes,
    RequestCounts requests,
    YcsbMix mix,
    double theta,
    TableDefinition.Order order,
    int drawn,
    long seed,
    int scanLength,
    int ranges,
    boolean scattered,
    YcsbPartitions partitions) {

  /** The number of logical ranges in the ROCC paper. */
  public static final int RANGES = 16_384;

  private static final int HYBRID_REQUESTS = 5;
  private static final int HYBRID_SCAN_LENGTH = 100;

  /** Checks that all values are in their ranges. */
  public YcsbSettings {
    Objects.requireNonNull(mix, "mix");
    Objects.requireNonNull(order, "order");
    check("records", records, 1_000, 1_000_000_000);
    check("recordBytes", recordBytes, 10, 4_096);
    Objects.requireNonNull(requests, "requests");
    check("drawn", drawn, 1, 1 << 20);
    check("scanLength", scanLength, 1, Math.min(records, 1_000_000));
    check("ranges", ranges, 1, 1 << 20);
    if (!(theta >= 0 && theta <= 2)) {
      throw new IllegalArgumentException("theta is from 0 to 2: theta=" + theta);
    }
    if (mix.scans() && order != Order.ORDERED) {
      throw new IllegalArgumentException("a mix with scans needs an ordered table: mix=" + mix);
    }
    Objects.requireNonNull(partitions, "partitions");
    if (partitions.count() > 1 && (mix.scans() || records / partitions.count() < requests.most())) {
      throw new IllegalArgumentException(
          "a mix without scans can have several partitions, each with more records than a"
              + " transaction has requests: mix="
              + mix.name()
              + ", records="
              + records
              + ", partitions="
              + partitions.count());
    }
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is from " + least + " to " + most + ": " + name + "=" + value);
    }
  }

  /**
   * Returns settings with 16 requests and 100 bytes per record. The table is hashed unless the mix
   * has scans. Bulk mixes have 5 requests, scans of 100 keys, and keys in the order of popularity.
   * DBx1000, which the ROCC paper used, has the same values. With this order, hot keys share a
   * small number of ranges (the paper's section V-E).
   */
  public static YcsbSettings of(int records, YcsbMix mix, double theta, long seed) {
    Order order = mix.scans() ? Order.ORDERED : Order.HASHED;
    boolean bulk = mix.bulkPercent() > 0;
    return new YcsbSettings(
        records,
        100,
        RequestCounts.of(bulk ? HYBRID_REQUESTS : 16),
        mix,
        theta,
        order,
        1 << 14,
        seed,
        HYBRID_SCAN_LENGTH,
        RANGES,
        !bulk,
        YcsbPartitions.ONE);
  }

  /** Returns these settings with another number of requests in every transaction. */
  public YcsbSettings withRequests(int newRequests) {
    return withRequests(RequestCounts.of(newRequests));
  }

  /** Returns these settings with other numbers of requests in a transaction. */
  public YcsbSettings withRequests(RequestCounts newRequests) {
    return with(recordBytes, newRequests, order, drawn, scanLength, ranges, scattered, partitions);
  }

  /** Returns these settings with records of another length. */
  public YcsbSettings withRecordBytes(int newRecordBytes) {
    return with(newRecordBytes, requests, order, drawn, scanLength, ranges, scattered, partitions);
  }

  /** Returns these settings with another index. */
  public YcsbSettings withOrder(Order newOrder) {
    return with(recordBytes, requests, newOrder, drawn, scanLength, ranges, scattered, partitions);
  }

  /** Returns these settings with another number of transactions drawn for each client. */
  public YcsbSettings withDrawn(int newDrawn) {
    return with(recordBytes, requests, order, newDrawn, scanLength, ranges, scattered, partitions);
  }

  /** Returns these settings with bulk scans of another length. */
  public YcsbSettings withScanLength(int keys) {
    return with(recordBytes, requests, order, drawn, keys, ranges, scattered, partitions);
  }

  /** Returns these settings with another number of logical ranges. */
  public YcsbSettings withRanges(int newRanges) {
    return with(recordBytes, requests, order, drawn, scanLength, newRanges, scattered, partitions);
  }

  /** Returns these settings with keys scattered, or in the order of popularity. */
  public YcsbSettings withScattered(boolean newScattered) {
    return with(recordBytes, requests, order, drawn, scanLength, ranges, newScattered, partitions);
  }

  /** Returns these settings with other partitions. */
  public YcsbSettings withPartitions(YcsbPartitions newPartitions) {
    return with(recordBytes, requests, order, drawn, scanLength, ranges, scattered, newPartitions);
  }

  /**
   * Returns these settings with another load (mix, number of requests, skew, cross-partition
   * transactions and seed) of the same table.
   */
  YcsbSettings with(YcsbMix newMix, int newRequests, Redraw redraw) {
    return new YcsbSettings(
        records,
        recordBytes,
        RequestCounts.of(newRequests),
        newMix,
        redraw.theta(),
        order,
        drawn,
        redraw.seed(),
        scanLength,
        ranges,
        scattered,
        partitions.withCross(redraw.cross(), redraw.crossPercent()));
  }

  private YcsbSettings with(
      int newRecordBytes,
      RequestCounts newRequests,
      Order newOrder,
      int newDrawn,
      int newScanLength,
      int newRanges,
      boolean newScattered,
      YcsbPartitions newPartitions) {
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
        newScattered,
        newPartitions);
  }

  /**
   * Returns the number of keys in a logical range. The number is rounded up, so that the number of
   * ranges does not exceed the setting.
   */
  public int keysPerRange() {
    return (records - 1) / ranges + 1;
  }
}
