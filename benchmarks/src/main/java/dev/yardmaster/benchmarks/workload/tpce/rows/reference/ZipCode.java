package dev.yardmaster.benchmarks.workload.tpce.rows.reference;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;

/** The columns of table ZIP_CODE; ZC_CODE is the key. */
public final class ZipCode {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final BytesColumn TOWN = COLUMNS.bytes("zc_town", 40);
  public static final BytesColumn DIV = COLUMNS.bytes("zc_div", 40);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private ZipCode() {}
}
