package dev.yardmaster.benchmarks.workload.tpce.rows.customer;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table CUSTOMER_TAXRATE; CX_C_ID and the index of the rate are the key. */
public final class CustomerTaxrate {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn TX_ID = COLUMNS.number("cx_tx_id");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private CustomerTaxrate() {}
}
