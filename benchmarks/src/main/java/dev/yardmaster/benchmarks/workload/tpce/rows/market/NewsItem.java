package dev.yardmaster.benchmarks.workload.tpce.rows.market;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;

/** The columns of table NEWS_ITEM; NI_ID is the key. */
public final class NewsItem {

  private static final RowLayout.Builder COLUMNS = RowLayout.columns();

  public static final BytesColumn HEADLINE = COLUMNS.bytes("ni_headline", 80);
  public static final BytesColumn SUMMARY = COLUMNS.bytes("ni_summary", 255);

  /** The text of the article; in the standard, an article has 100,000 bytes. */
  public static final BytesColumn ITEM = COLUMNS.bytes("ni_item", 1000);

  public static final LongColumn DTS = COLUMNS.number("ni_dts");
  public static final BytesColumn SOURCE = COLUMNS.bytes("ni_source", 30);
  public static final BytesColumn AUTHOR = COLUMNS.bytes("ni_author", 30);

  public static final RowLayout LAYOUT = COLUMNS.build();

  private NewsItem() {}
}
