package dev.yardmaster.benchmarks.workload.ycsb;

import java.util.List;

/**
 * The shares of the requests in percent, which sum to 100. An update reads the record and changes a
 * part of the record, unless the update is blind. Therefore the mixes A and B are the variants of
 * YCSB in which an update is a read-modify-write.
 *
 * @param name the name on command lines and in reports
 * @param blindPercent percentage of updates that are blind writes: they replace the record and do
 *     not read it
 * @param bulkPercent percentage of transactions whose last request is a scan of fixed length
 *     instead of a drawn request
 */
public record YcsbMix(
    String name,
    int readPercent,
    int updatePercent,
    int scanPercent,
    int insertPercent,
    int blindPercent,
    int bulkPercent) {

  /** The mix of half reads and half updates. */
  public static final YcsbMix A = new YcsbMix("a", 50, 50, 0, 0, 0, 0);

  /** The mix of 95 % reads and 5 % updates. */
  public static final YcsbMix B = new YcsbMix("b", 95, 5, 0, 0, 0, 0);

  /** The mix of only reads. */
  public static final YcsbMix C = new YcsbMix("c", 100, 0, 0, 0, 0, 0);

  /** The mix of 95 % short scans and 5 % inserts after the last key. */
  public static final YcsbMix E = new YcsbMix("e", 0, 0, 95, 5, 0, 0);

  /**
   * The mix of updates in which 10 % of the transactions also have a long scan (Wang and others,
   * ICDE 2018, V-B).
   */
  public static final YcsbMix HYBRID = new YcsbMix("hybrid", 0, 100, 0, 0, 0, 10);

  /** Checks that the shares are valid. */
  public YcsbMix {
    if (readPercent < 0
        || updatePercent < 0
        || scanPercent < 0
        || insertPercent < 0
        || readPercent + updatePercent + scanPercent + insertPercent != 100) {
      throw new IllegalArgumentException(
          "shares are not negative and make up 100: reads="
              + readPercent
              + ", updates="
              + updatePercent
              + ", scans="
              + scanPercent
              + ", inserts="
              + insertPercent);
    }
    if (bulkPercent < 0 || bulkPercent > 100 || (bulkPercent > 0 && insertPercent > 0)) {
      throw new IllegalArgumentException(
          "bulk scans are 0 to 100 percent, and in no mix that inserts: bulk="
              + bulkPercent
              + ", inserts="
              + insertPercent);
    }
    if (blindPercent < 0 || blindPercent > 100 || (blindPercent > 0 && updatePercent == 0)) {
      throw new IllegalArgumentException(
          "blind writes are 0 to 100 percent of the updates: blind="
              + blindPercent
              + ", updates="
              + updatePercent);
    }
    if (insertPercent > 0 && scanPercent == 0) {
      throw new IllegalArgumentException(
          "a mix that inserts also scans: inserts=" + insertPercent + ", scans=" + scanPercent);
    }
  }

  /** Returns whether no transaction writes. */
  public boolean isReadOnly() {
    return updatePercent + insertPercent == 0;
  }

  /** Returns a mix of reads and read-modify-writes. */
  public static YcsbMix rmw(int readPercent) {
    return new YcsbMix("rmw", readPercent, 100 - readPercent, 0, 0, 0, 0);
  }

  /** Returns this mix with another percentage of updates that are blind writes. */
  public YcsbMix withBlind(int percent) {
    return new YcsbMix(
        name, readPercent, updatePercent, scanPercent, insertPercent, percent, bulkPercent);
  }

  /** Returns the mix with a name; in {@code rmw}, half of the requests are reads. */
  public static YcsbMix named(String name) {
    for (YcsbMix mix : List.of(A, B, C, E, HYBRID, rmw(50))) {
      if (mix.name.equals(name)) {
        return mix;
      }
    }
    throw new IllegalArgumentException("mixes are a, b, c, e, hybrid, rmw: mix=" + name);
  }

  /** Returns whether the mix contains scans, for which the table needs an ordered index. */
  public boolean scans() {
    return scanPercent > 0 || bulkPercent > 0;
  }
}
