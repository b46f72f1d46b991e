package dev.yardmaster.benchmarks.workload.tpce.schema;

import dev.yardmaster.benchmarks.workload.tpce.rows.reference.Address;
import dev.yardmaster.benchmarks.workload.tpce.rows.reference.StatusType;
import dev.yardmaster.benchmarks.workload.tpce.rows.reference.Taxrate;
import dev.yardmaster.benchmarks.workload.tpce.rows.reference.ZipCode;
import dev.yardmaster.engine.table.Table;

/** The tables to which all parts of the schema refer. */
public record ReferenceTables(Table address, Table zipCode, Table status, Table taxrate) {

  /** The number of sectors. */
  public static final int SECTORS = 12;

  /** The number of industries. */
  public static final int INDUSTRIES = 102;

  /** The number of exchanges. */
  public static final int EXCHANGES = 4;

  /** The number of tax rates. */
  public static final int TAX_RATES = 320;

  /** The number of zip codes; the standard has 14,741. */
  public static final int ZIP_CODES = 1_000;

  static ReferenceTables create(TableFactory tables) {
    TpceSettings settings = tables.settings();
    return new ReferenceTables(
        tables.hashed(
            "address", Address.LAYOUT, settings.customers() + settings.companies() + EXCHANGES),
        tables.hashed("zip-code", ZipCode.LAYOUT, ZIP_CODES),
        tables.hashed("status-type", StatusType.LAYOUT, TradeStatus.values().length),
        tables.hashed("taxrate", Taxrate.LAYOUT, TAX_RATES));
  }
}
