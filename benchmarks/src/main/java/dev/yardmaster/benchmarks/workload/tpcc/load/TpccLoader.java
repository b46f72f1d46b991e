package dev.yardmaster.benchmarks.workload.tpcc.load;

import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.tpcc.random.RandomText;
import dev.yardmaster.benchmarks.workload.tpcc.rows.District;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Item;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Stock;
import dev.yardmaster.benchmarks.workload.tpcc.rows.TpccKeys;
import dev.yardmaster.benchmarks.workload.tpcc.rows.Warehouse;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccTables;
import dev.yardmaster.engine.table.Row;
import java.util.SplittableRandom;

/**
 * Loads the tables district by district (clause 4.3.3.1). The loader of the first district of a
 * warehouse also loads the warehouse. The districts of a warehouse divide the loading of the
 * warehouse's stock among themselves. The districts of the first warehouse also divide the items.
 * The data of a district depends only on the seed and the district's numbers. An instance is for
 * use by one thread.
 */
public final class TpccLoader {

  /** The date of all loaded rows. */
  public static final long LOAD_DATE = 1;

  /** The payment that is loaded for each customer, in cents. */
  public static final long LOADED_PAYMENT_CENTS = 1_000;

  private final TpccSettings settings;
  private final TpccTables tables;
  private final RecordSink into;
  private final Row warehouse = Row.of(Warehouse.LAYOUT);
  private final Row district = Row.of(District.LAYOUT);
  private final Row item = Row.of(Item.LAYOUT);
  private final Row stock = Row.of(Stock.LAYOUT);
  private SplittableRandom random;
  private RandomText text;

  /** Creates a loader that gives the rows to a sink. */
  public TpccLoader(TpccSettings settings, TpccTables tables, RecordSink into) {
    this.settings = settings;
    this.tables = tables;
    this.into = into;
  }

  /** Loads a district with all rows that belong to it. */
  public void load(int ofWarehouse, int number) {
    random =
        new SplittableRandom(
            settings.seed() * 0x9E3779B97F4A7C15L + TpccKeys.district(ofWarehouse, number));
    text = new RandomText(random);
    if (number == 1) {
      loadWarehouse(ofWarehouse);
    }
    if (ofWarehouse == 1) {
      for (int i = number; i <= settings.items(); i += settings.districts()) {
        loadItem(i);
      }
    }
    for (int i = number; i <= settings.items(); i += settings.districts()) {
      loadStock(ofWarehouse, i);
    }
    loadDistrict(ofWarehouse, number);
    new CustomerLoader(settings, tables, into, random, text).load(ofWarehouse, number);
    new OrderLoader(settings, tables, into, random, text).load(ofWarehouse, number);
  }

  private void loadWarehouse(int number) {
    text.letters(warehouse, Warehouse.NAME, 6, 10);
    text.letters(warehouse, Warehouse.STREET_1, 10, 20);
    text.letters(warehouse, Warehouse.STREET_2, 10, 20);
    text.letters(warehouse, Warehouse.CITY, 10, 20);
    text.state(warehouse, Warehouse.STATE);
    text.zip(warehouse, Warehouse.ZIP);
    warehouse.setLong(Warehouse.TAX, random.nextInt(2_001));
    warehouse.setLong(Warehouse.YTD, settings.districts() * paidInDistrict());
    into.load(tables.warehouse(), TpccKeys.warehouse(number), warehouse);
  }

  private long paidInDistrict() {
    return settings.customers() * LOADED_PAYMENT_CENTS;
  }

  private void loadDistrict(int ofWarehouse, int number) {
    text.letters(district, District.NAME, 6, 10);
    text.letters(district, District.STREET_1, 10, 20);
    text.letters(district, District.STREET_2, 10, 20);
    text.letters(district, District.CITY, 10, 20);
    text.state(district, District.STATE);
    text.zip(district, District.ZIP);
    district.setLong(District.TAX, random.nextInt(2_001));
    district.setLong(District.YTD, paidInDistrict());
    district.setLong(District.NEXT_O_ID, settings.customers() + 1);
    into.load(tables.district(), TpccKeys.district(ofWarehouse, number), district);
  }

  private void loadItem(int number) {
    item.setLong(Item.IM_ID, 1 + random.nextInt(10_000));
    text.letters(item, Item.NAME, 14, 24);
    item.setLong(Item.PRICE, random.nextInt(100, 10_001));
    text.goods(item, Item.DATA);
    into.load(tables.item(), TpccKeys.item(number), item);
  }

  private void loadStock(int ofWarehouse, int number) {
    stock.setLong(Stock.QUANTITY, random.nextInt(10, 101));
    for (int i = 1; i <= 10; i++) {
      text.letters(stock, Stock.dist(i), Stock.DIST_BYTES, Stock.DIST_BYTES);
    }
    text.goods(stock, Stock.DATA);
    into.load(tables.stock(), TpccKeys.stock(ofWarehouse, number), stock);
  }
}
