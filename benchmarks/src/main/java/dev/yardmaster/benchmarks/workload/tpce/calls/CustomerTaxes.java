package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.records.RowCall;
import dev.yardmaster.benchmarks.workload.tpce.rows.customer.CustomerTaxrate;
import dev.yardmaster.benchmarks.workload.tpce.rows.reference.Taxrate;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/** Computes the sum of a customer's tax rates. An instance is scratch memory of one transaction. */
final class CustomerTaxes {

  private final TpceTables tables;
  private final Numbers rates = new Numbers();
  private final RowVisitor each = this::visit;

  CustomerTaxes(TpceTables tables) {
    this.tables = tables;
  }

  private boolean visit(long key, byte[] rest, Row row) {
    rates.add((int) row.getLong(CustomerTaxrate.TX_ID));
    return true;
  }

  /** Returns the sum of the rates, in hundred-thousandths. */
  long rate(RecordTransaction transaction, int customer) {
    rates.clear();
    var unused =
        transaction.scan(
            tables.customers().taxrate(),
            TpceKeys.customerTaxrate(customer, 0),
            TpceKeys.customerTaxrate(customer + 1, 0),
            Integer.MAX_VALUE,
            each);
    long sum = 0;
    for (int i = 0; i < rates.size(); i++) {
      sum +=
          RowCall.read(transaction, tables.reference().taxrate(), rates.get(i))
              .getLong(Taxrate.RATE);
    }
    return sum;
  }
}
