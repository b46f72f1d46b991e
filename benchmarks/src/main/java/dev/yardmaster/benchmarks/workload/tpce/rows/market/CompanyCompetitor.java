package dev.yardmaster.benchmarks.workload.tpce.rows.market;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/**
 * The columns of table COMPANY_COMPETITOR; CP_CO_ID and the index of the competitor are the key.
 */
public final class CompanyCompetitor {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final LongColumn COMP_CO_ID = COLUMNS.number("cp_comp_co_id");
  public static final LongColumn IN_ID = COLUMNS.number("cp_in_id");

  public static final RowLayout LAYOUT = COLUMNS.build();

  private CompanyCompetitor() {}
}
