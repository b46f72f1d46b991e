package dev.yardmaster.benchmarks.workload.tpce.load;

import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.broker.Broker;
import dev.yardmaster.benchmarks.workload.tpce.schema.Choices;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeStatus;
import dev.yardmaster.engine.table.Row;

/**
 * Loads the tables in units: the reference tables; each company with its securities; and each
 * broker with the broker's customers and their trades. The data of a unit depends only on the seed
 * and on the unit. An instance is for use by one thread.
 */
public final class TpceLoader {

  private final TpceSettings settings;
  private final TpceTables tables;
  private final RecordSink into;
  private final Row broker = Row.of(Broker.LAYOUT);
  private final Row entry = Row.of(IndexEntry.LAYOUT);

  /** Creates a loader. */
  public TpceLoader(TpceSettings settings, TpceTables tables, RecordSink into) {
    this.settings = settings;
    this.tables = tables;
    this.into = into;
  }

  /**
   * Loads a part of the units.
   *
   * @param part number of the part; 0 or more, and below {@code parts}
   */
  public void load(int part, int parts) {
    if (part == 0) {
      new ReferenceLoader(tables, into).load();
    }
    CompanyLoader companies = new CompanyLoader(settings, tables, into);
    for (int i = part; i < settings.companies(); i += parts) {
      companies.load(i);
    }
    for (int i = part; i < settings.brokers(); i += parts) {
      loadBroker(i);
    }
  }

  private void loadBroker(int number) {
    CustomerLoader customers = new CustomerLoader(settings, tables, into);
    int first = number * settings.customersPerBroker();
    for (int i = first; i < first + settings.customersPerBroker(); i++) {
      customers.load(i);
    }
    broker.setLong(Broker.ST_ID, TradeStatus.ACTIVE.id());
    broker.setBytes(Broker.NAME, Names.of("Broker", number));
    broker.setLong(Broker.NUM_TRADES, customers.trades());
    broker.setLong(Broker.COMM_TOTAL, customers.commissionCents());
    into.load(tables.brokers().broker(), number, broker);
    entry.setLong(IndexEntry.NUMBER, number);
    into.load(tables.brokers().byName(), Choices.scattered(number), entry);
  }
}
