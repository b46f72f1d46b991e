package dev.yardmaster.benchmarks.workload.tpce.check;

import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import java.util.Arrays;
import java.util.List;

/**
 * The properties of each trade that a check has read, in arrays. Indexes have no gaps: first come
 * the loaded trades, then the orders of each client, including those that did not commit.
 */
final class TradeFacts {

  final int[] accounts;
  final int[] securities;
  final byte[] statuses;
  final byte[] steps;
  final boolean[] isCash;

  /** The number of shares by which a trade has changed lots. */
  final long[] changed;

  /** The number of lots that a trade has changed. */
  final int[] changes;

  private final int loaded;
  private final int[] firstOf = new int[TpceKeys.CLIENTS + 1];
  private final int count;

  TradeFacts(int loaded, List<CommittedCounts> clients) {
    this.loaded = loaded;
    int[] orders = new int[TpceKeys.CLIENTS];
    for (CommittedCounts client : clients) {
      orders[client.client()] = Math.toIntExact(client.orders());
    }
    firstOf[0] = loaded;
    for (int i = 0; i < orders.length; i++) {
      firstOf[i + 1] = firstOf[i] + orders[i];
    }
    count = firstOf[orders.length];
    accounts = new int[count];
    securities = new int[count];
    statuses = new byte[count];
    steps = new byte[count];
    isCash = new boolean[count];
    changed = new long[count];
    changes = new int[count];
  }

  /** Returns the number of trades. */
  int count() {
    return count;
  }

  /** Returns a trade's index in the arrays. */
  int index(int trade) {
    if (trade < loaded) {
      return trade;
    }
    int client = TpceKeys.clientOfTrade(loaded, trade);
    return firstOf[client] + TpceKeys.orderOfTrade(loaded, trade);
  }

  /** Returns the trade at an index in the arrays. */
  long number(long index) {
    if (index < loaded) {
      return index;
    }
    int client = 0;
    while (firstOf[client + 1] <= index) {
      client++;
    }
    return TpceKeys.submittedTrade(loaded, client, index - firstOf[client]);
  }

  /** Returns the sum of the numbers of lots that the trades have changed. */
  long allChanges() {
    return Arrays.stream(changes).asLongStream().sum();
  }
}
