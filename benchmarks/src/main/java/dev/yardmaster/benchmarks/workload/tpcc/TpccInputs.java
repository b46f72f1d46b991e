package dev.yardmaster.benchmarks.workload.tpcc;

import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.benchmarks.workload.records.DrawnInputs;
import dev.yardmaster.benchmarks.workload.tpcc.calls.NewOrder;
import dev.yardmaster.benchmarks.workload.tpcc.schema.CrossWarehouses;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import java.util.SplittableRandom;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Draws the transactions of a client, whose home is one warehouse (clauses 2.4.1 to 2.8.1). With
 * {@link TpccSettings#homeTheta}, each transaction draws its home.
 *
 * <pre>
 *   new order     | type | w | d | c | lines | item, supplying warehouse, quantity | ...
 *                                              item 0 does not exist: the order rolls back
 *   payment       | type | w | d | customer's w | customer's d | c | last name | cents |
 *                                              c is 0 if the customer is named by last name
 *   order status  | type | w | d | c | last name |
 *   delivery      | type | w | carrier |
 *   stock level   | type | w | d | threshold |
 *   top shopper   | type | w | first d | first c | end d | end c | cents |
 *                                              from the first customer to before the end
 * </pre>
 */
public final class TpccInputs {

  private static final int MAX_REWARD_CENTS = 10_000;

  private final TpccSettings settings;
  private final SplittableRandom random;
  private final RecordNumbers numbers;
  private final CrossWarehouses cross;
  private final DrawnInputs drawn;
  private final ZipfIds homes;
  private final int homeDistrict;
  private int home;

  private TpccInputs(TpccSettings settings, int client, DrawnInputs drawn) {
    this.settings = settings;
    this.drawn = drawn;
    random = new SplittableRandom(settings.seed() * 0x9E3779B97F4A7C15L + client);
    numbers = RecordNumbers.of(settings, random);
    cross = settings.cross();
    homes =
        settings.homeTheta() == null
            ? null
            : new ZipfIds(
                RandomSource.SPLIT_MIX_64.create(random.nextLong()),
                settings.warehouses(),
                settings.homeTheta());
    home = 1 + client % settings.warehouses();
    homeDistrict = 1 + client / settings.warehouses() % settings.districts();
  }

  static DrawnInputs draw(TpccSettings settings, int client) {
    DrawnInputs drawn = new DrawnInputs();
    TpccInputs inputs = new TpccInputs(settings, client, drawn);
    for (int i = 0; i < settings.drawn(); i++) {
      inputs.drawOne();
    }
    return drawn;
  }

  private void drawOne() {
    int type = settings.mix().typeOf(random.nextInt(100));
    if (homes != null) {
      home = 1 + homes.next();
    }
    drawn.begin();
    drawn.add(type);
    drawn.add(home);
    switch (type) {
      case TpccMix.NEW_ORDER -> newOrder();
      case TpccMix.PAYMENT -> payment();
      case TpccMix.ORDER_STATUS -> {
        drawn.add(anyDistrict());
        customer();
      }
      case TpccMix.DELIVERY -> drawn.add(1 + random.nextInt(10));
      case TpccMix.TOP_SHOPPER -> topShopper();
      default -> {
        drawn.add(homeDistrict);
        drawn.add(10 + random.nextInt(11));
      }
    }
  }

  private void newOrder() {
    drawn.add(anyDistrict());
    drawn.add(numbers.customer());
    int lines = NewOrder.MIN_LINES + random.nextInt(NewOrder.MAX_LINES - NewOrder.MIN_LINES + 1);
    boolean rollsBack = random.nextInt(100) == 0;
    drawn.add(lines);
    if (cross == null) {
      standardLines(lines, rollsBack);
    } else {
      int other = isCross() ? otherWarehouse(cross.count()) : home;
      for (int i = 1; i <= lines; i++) {
        line(rollsBack && i == lines, i % 2 == 0 ? other : home);
      }
    }
  }

  private void standardLines(int lines, boolean rollsBack) {
    int percent = settings.mix().remoteOrderPercent();
    int supplier = percent > 0 && random.nextInt(100) < percent ? anyOtherWarehouse() : home;
    for (int i = 1; i <= lines; i++) {
      line(
          rollsBack && i == lines,
          percent == 0 && random.nextInt(100) == 0 ? anyOtherWarehouse() : supplier);
    }
  }

  private void line(boolean missing, int supplier) {
    drawn.add(missing ? NewOrder.NO_ITEM : numbers.item());
    drawn.add(supplier);
    drawn.add(1 + random.nextInt(10));
  }

  private void payment() {
    int district = anyDistrict();
    drawn.add(district);
    if (cross == null ? random.nextInt(100) < 15 : isCross()) {
      drawn.add(cross == null ? anyOtherWarehouse() : otherWarehouse(cross.count()));
      drawn.add(anyDistrict());
    } else {
      drawn.add(home);
      drawn.add(district);
    }
    customer();
    drawn.add(100 + random.nextInt(500_000 - 100 + 1));
  }

  /**
   * Draws a range of customers. The range begins at a random customer of the home warehouse and may
   * span districts.
   */
  private void topShopper() {
    int customers = settings.districts() * settings.customers();
    int first = random.nextInt(customers - settings.scanLength() + 1);
    addPlace(first);
    addPlace(first + settings.scanLength());
    drawn.add(1 + random.nextInt(MAX_REWARD_CENTS));
  }

  private void addPlace(int place) {
    drawn.add(1 + place / settings.customers());
    drawn.add(1 + place % settings.customers());
  }

  private void customer() {
    if (random.nextInt(100) < settings.byLastNamePercent()) {
      drawn.add(0);
      drawn.add(numbers.lastName());
    } else {
      drawn.add(numbers.customer());
      drawn.add(0);
    }
  }

  private int anyDistrict() {
    return 1 + random.nextInt(settings.districts());
  }

  /** Returns whether the next transaction accesses two warehouses. */
  private boolean isCross() {
    return home <= cross.count() && random.nextInt(100) < cross.percent();
  }

  /** Returns a random warehouse other than the home; the home if there is no other warehouse. */
  private int anyOtherWarehouse() {
    return settings.warehouses() == 1 ? home : otherWarehouse(settings.warehouses());
  }

  /** Returns a random warehouse other than the home, out of the first warehouses. */
  private int otherWarehouse(int first) {
    int other = 1 + random.nextInt(first - 1);
    return other < home ? other : other + 1;
  }
}
