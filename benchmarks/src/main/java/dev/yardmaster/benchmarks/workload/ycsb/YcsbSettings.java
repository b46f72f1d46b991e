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
 */
public record YcsbSettings(
    int records,
    int recordBytes,
    int requests,
    YcsbMix mix,
    double theta,
    TableDefinition.Order order,
    int drawn,
    long seed) {

  /** Checks the ranges. */
  public YcsbSettings {
    Objects.requireNonNull(mix, "mix");
    Objects.requireNonNull(order, "order");
    check("records", records, 1_000, 1_000_000_000);
    check("recordBytes", recordBytes, 16, 4_096);
    check("requests", requests, 1, 256);
    check("drawn", drawn, 1, 1 << 20);
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

  /** 16 requests, 100 bytes a record; hashed unless the mix has scans. */
  public static YcsbSettings of(int records, YcsbMix mix, double theta, long seed) {
    Order order = mix.scans() ? Order.ORDERED : Order.HASHED;
    return new YcsbSettings(records, 100, 16, mix, theta, order, 1 << 14, seed);
  }

  /** The same with so many requests in a transaction. */
  public YcsbSettings withRequests(int newRequests) {
    return new YcsbSettings(records, recordBytes, newRequests, mix, theta, order, drawn, seed);
  }

  /** The same with records of so many bytes. */
  public YcsbSettings withRecordBytes(int newRecordBytes) {
    return new YcsbSettings(records, newRecordBytes, requests, mix, theta, order, drawn, seed);
  }

  /** The same with another index. */
  public YcsbSettings withOrder(Order newOrder) {
    return new YcsbSettings(records, recordBytes, requests, mix, theta, newOrder, drawn, seed);
  }

  /** The same with so many transactions drawn for each client. */
  public YcsbSettings withDrawn(int newDrawn) {
    return new YcsbSettings(records, recordBytes, requests, mix, theta, order, newDrawn, seed);
  }
}
