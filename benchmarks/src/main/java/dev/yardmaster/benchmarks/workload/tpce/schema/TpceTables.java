package dev.yardmaster.benchmarks.workload.tpce.schema;

import dev.yardmaster.engine.Database;

/** The 33 tables of TPC-E, the table of analytic transactions, and ten index tables. */
public record TpceTables(
    CustomerTables customers,
    BrokerTables brokers,
    MarketTables market,
    ReferenceTables reference) {

  /** Creates the empty tables in a database. */
  public static TpceTables create(Database database, TpceSettings settings) {
    TableFactory factory = new TableFactory(database, settings);
    return new TpceTables(
        CustomerTables.create(factory),
        BrokerTables.create(factory),
        MarketTables.create(factory),
        ReferenceTables.create(factory));
  }
}
