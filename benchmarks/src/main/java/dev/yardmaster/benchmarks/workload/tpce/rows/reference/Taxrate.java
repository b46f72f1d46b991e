package dev.yardmaster.benchmarks.workload.tpce.rows.reference;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table TAXRATE; TX_ID is the key. */
public final class Taxrate {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final BytesColumn NAME = COLUMNS.bytes("tx_name", 50);

  /** The rate, in hundred-thousandths. */
  public static final LongColumn RATE = COLUMNS.number("tx_rate");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Taxrate() {}
}
