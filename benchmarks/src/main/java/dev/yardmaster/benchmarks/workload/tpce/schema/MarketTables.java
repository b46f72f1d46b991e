package dev.yardmaster.benchmarks.workload.tpce.schema;

import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Company;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.CompanyCompetitor;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.DailyMarket;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Exchange;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Financial;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Industry;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.LastTrade;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.NewsItem;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.NewsXref;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Sector;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Security;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Table;

/** The tables of companies and securities, with their indexes. */
public record MarketTables(
    Table sector,
    Table industry,
    Table industryCompany,
    Table exchange,
    Table company,
    Table companyByName,
    Table companySecurity,
    Table competitor,
    Table financial,
    Table newsXref,
    Table newsItem,
    Table security,
    Table lastTrade,
    Table dailyMarket) {

  static MarketTables create(TableFactory tables) {
    TpceSettings settings = tables.settings();
    return new MarketTables(
        tables.hashed("sector", Sector.LAYOUT, ReferenceTables.SECTORS),
        tables.hashed("industry", Industry.LAYOUT, ReferenceTables.INDUSTRIES),
        tables.ordered("industry-companies", IndexEntry.LAYOUT, KeyRanges.ONE),
        tables.hashed("exchange", Exchange.LAYOUT, ReferenceTables.EXCHANGES),
        tables.hashed("company", Company.LAYOUT, settings.companies()),
        tables.hashed("company-name", IndexEntry.LAYOUT, settings.companies()),
        tables.ordered("company-securities", IndexEntry.LAYOUT, KeyRanges.ONE),
        tables.ordered("company-competitor", CompanyCompetitor.LAYOUT, KeyRanges.ONE),
        tables.ordered("financial", Financial.LAYOUT, KeyRanges.ONE),
        tables.ordered("news-xref", NewsXref.LAYOUT, KeyRanges.ONE),
        tables.hashed("news-item", NewsItem.LAYOUT, 2 * settings.companies()),
        tables.hashed("security", Security.LAYOUT, settings.securities()),
        tables.hashed("last-trade", LastTrade.LAYOUT, settings.securities()),
        tables.ordered("daily-market", DailyMarket.LAYOUT, KeyRanges.ONE));
  }
}
