package dev.yardmaster.benchmarks.workload.tpce.rows.reference;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table ADDRESS; AD_ID is the key. */
public final class Address {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final BytesColumn LINE_1 = COLUMNS.bytes("ad_line1", 80);
  public static final BytesColumn LINE_2 = COLUMNS.bytes("ad_line2", 80);
  public static final LongColumn ZC_CODE = COLUMNS.number("ad_zc_code");
  public static final BytesColumn CTRY = COLUMNS.bytes("ad_ctry", 40);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private Address() {}
}
