package dev.yardmaster.benchmarks.jdbc.records;

import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.ScatteredKeys;
import dev.yardmaster.benchmarks.workload.ZipfIds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The requests of a drawn transaction, in order.
 *
 * @param requests requests for distinct records
 */
record RecordRequests(List<Request> requests) {

  /** The number of requests of each transaction. */
  static final int REQUESTS = 4;

  /** A request: a read of a record, or a read and an update. */
  record Request(int id, boolean isUpdate) {}

  RecordRequests {
    requests = List.copyOf(requests);
  }

  /**
   * Draws transactions. Ids are drawn by Zipf's law, and popular ids are scattered over the table.
   * Half of the requests are updates. A transaction requests its records in the order of their ids,
   * so that transactions do not deadlock. With deadlocks, a slice would mostly measure waits,
   * because PostgreSQL looks for deadlocks only after a second. The most popular record has an id
   * in the middle of the range of ids, so it is rarely the first or the last record of a
   * transaction.
   *
   * @param rows number of records; at least {@link #REQUESTS}
   */
  static DrawnCalls<RecordRequests> draw(int rows, double theta, long seed) {
    UniformRandomProvider random = RandomSource.SPLIT_MIX_64.create(seed);
    ZipfIds ranks = new ZipfIds(random, rows, theta);
    ScatteredKeys ids = new ScatteredKeys(rows);
    int[] distinct = new int[REQUESTS];
    return DrawnCalls.draw(
        DrawnCalls.POOL_SIZE,
        () -> {
          ranks.fillDistinct(distinct);
          List<Request> requests = new ArrayList<>();
          for (int id : sortedIds(distinct, ids, rows)) {
            requests.add(new Request(id, random.nextBoolean()));
          }
          return new RecordRequests(requests);
        });
  }

  private static int[] sortedIds(int[] ranks, ScatteredKeys ids, int rows) {
    return Arrays.stream(ranks).map(rank -> (ids.of(rank) + rows / 2) % rows).sorted().toArray();
  }
}
