package dev.yardmaster.benchmarks.workload.tpcc.schema;

import dev.yardmaster.benchmarks.workload.tpcc.calls.TopShopper;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The shares of the transaction types in percent. StockLevel has the remaining percentage.
 *
 * @param name the name on command lines and in reports
 * @param bulk percentage of {@link TopShopper}, which scans customers
 * @param remoteOrderPercent percentage of new orders that another warehouse supplies completely; if
 *     the percentage is 0, another warehouse supplies one line in a hundred
 */
public record TpccMix(
    String name,
    int newOrders,
    int payments,
    int orderStatuses,
    int deliveries,
    int bulk,
    int remoteOrderPercent) {

  public static final int NEW_ORDER = 0;
  public static final int PAYMENT = 1;
  public static final int ORDER_STATUS = 2;
  public static final int DELIVERY = 3;
  public static final int STOCK_LEVEL = 4;
  public static final int TOP_SHOPPER = 5;

  /** The mix of all five types, with the minimum shares of clause 5.2.3. */
  public static final TpccMix STANDARD = new TpccMix("standard", 45, 43, 4, 4, 0, 0);

  /** The mix of NewOrder and Payment, half each, as in many papers on concurrency control. */
  public static final TpccMix NEW_ORDER_PAYMENT =
      new TpccMix("neworder-payment", 50, 50, 0, 0, 0, 0);

  /**
   * The mix with 10 % bulk transactions. A warehouse other than the home supplies 15 % of the new
   * orders (Wang and others, ICDE 2018, section V-B).
   */
  public static final TpccMix ROCC = new TpccMix("rocc", 40, 40, 4, 4, 10, 15);

  /** The number of mixes that {@link #random} returns. */
  public static final int RANDOM = 9;

  /** Checks that the shares are valid. */
  public TpccMix {
    List<Integer> shares = List.of(newOrders, payments, orderStatuses, deliveries, bulk);
    if (shares.stream().anyMatch(share -> share < 0)
        || shares.stream().mapToInt(share -> share).sum() > 100
        || remoteOrderPercent < 0
        || remoteOrderPercent > 100) {
      throw new IllegalArgumentException(
          "shares are 0 to 100 percent, together at most 100: mix="
              + name
              + ", shares="
              + shares
              + ", remoteOrders="
              + remoteOrderPercent);
    }
  }

  /**
   * Returns one of nine mixes with random shares of the standard's five types, as in the CormCC
   * paper (USENIX ATC 2018, section 6.4).
   *
   * @param number the seed of the shares, from 1 to 9; the mix has the name {@code random-number}
   */
  public static TpccMix random(int number) {
    if (number < 1 || number > RANDOM) {
      throw new IllegalArgumentException("random mixes are 1 to 9: number=" + number);
    }
    int[] cuts = new SplittableRandom(number).ints(4, 0, 101).sorted().toArray();
    return new TpccMix(
        "random-" + number, cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], cuts[3] - cuts[2], 0, 0);
  }

  /** Returns all mixes with names. */
  public static List<TpccMix> all() {
    return Stream.concat(
            Stream.of(STANDARD, NEW_ORDER_PAYMENT, ROCC),
            IntStream.rangeClosed(1, RANDOM).mapToObj(TpccMix::random))
        .toList();
  }

  /** Returns the name of the TPC-C workload with this mix. */
  public String workload() {
    return equals(STANDARD) ? "tpcc" : "tpcc-" + name;
  }

  /** Returns the type of transaction for a drawn number from 0 to 99. */
  public int typeOf(int percent) {
    int rest = percent;
    if (rest < newOrders) {
      return NEW_ORDER;
    }
    rest -= newOrders;
    if (rest < payments) {
      return PAYMENT;
    }
    rest -= payments;
    if (rest < orderStatuses) {
      return ORDER_STATUS;
    }
    rest -= orderStatuses;
    if (rest < deliveries) {
      return DELIVERY;
    }
    rest -= deliveries;
    return rest < bulk ? TOP_SHOPPER : STOCK_LEVEL;
  }

  /** Returns whether a transaction of the mix scans ranges of customers. */
  public boolean scansCustomers() {
    return bulk > 0;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s (%d %% NewOrder, %d %% Payment, %d %% OrderStatus, %d %% Delivery, %d %% StockLevel%s)",
        name,
        newOrders,
        payments,
        orderStatuses,
        deliveries,
        100 - newOrders - payments - orderStatuses - deliveries - bulk,
        bulk == 0 ? "" : ", " + bulk + " % TopShopper");
  }
}
