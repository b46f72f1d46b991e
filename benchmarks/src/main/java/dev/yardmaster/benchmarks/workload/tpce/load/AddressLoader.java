package dev.yardmaster.benchmarks.workload.tpce.load;

import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.tpce.rows.reference.Address;
import dev.yardmaster.benchmarks.workload.tpce.schema.ReferenceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.engine.table.Row;

/** Loads addresses: first of the exchanges, then of the companies, then of the customers. */
final class AddressLoader {

  private static final int COUNTRIES = 2;

  private final TpceTables tables;
  private final RecordSink into;
  private final Row address = Row.of(Address.LAYOUT);

  AddressLoader(TpceTables tables, RecordSink into) {
    this.tables = tables;
    this.into = into;
  }

  void load(int number) {
    address.setBytes(Address.LINE_1, Names.of("Street", number));
    address.setBytes(Address.LINE_2, Names.of("Apartment", number));
    address.setLong(Address.ZC_CODE, number % ReferenceTables.ZIP_CODES);
    address.setBytes(Address.CTRY, Names.of("Country", number % COUNTRIES));
    into.load(tables.reference().address(), number, address);
  }
}
