package dev.yardmaster.benchmarks.workload.tpce.load;

import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.benchmarks.workload.tpce.rows.IndexEntry;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Company;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.CompanyCompetitor;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.DailyMarket;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Financial;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.LastTrade;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.NewsItem;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.NewsXref;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Security;
import dev.yardmaster.benchmarks.workload.tpce.schema.Choices;
import dev.yardmaster.benchmarks.workload.tpce.schema.Prices;
import dev.yardmaster.benchmarks.workload.tpce.schema.Rates;
import dev.yardmaster.benchmarks.workload.tpce.schema.ReferenceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeStatus;
import dev.yardmaster.engine.table.Row;
import java.util.SplittableRandom;

/** Loads companies with their securities. An instance is for use by one thread. */
final class CompanyLoader {

  /** The number of quarters in the table FINANCIAL. */
  private static final int QUARTERS = 20;

  private static final int COMPETITORS = 3;
  private static final int NEWS = 2;
  private static final int DAYS_OF_QUARTER = 65;

  private final TpceSettings settings;
  private final TpceTables tables;
  private final RecordSink into;
  private final AddressLoader addresses;
  private final Row company = Row.of(Company.LAYOUT);
  private final Row competitor = Row.of(CompanyCompetitor.LAYOUT);
  private final Row financial = Row.of(Financial.LAYOUT);
  private final Row item = Row.of(NewsItem.LAYOUT);
  private final Row xref = Row.of(NewsXref.LAYOUT);
  private final Row security = Row.of(Security.LAYOUT);
  private final Row last = Row.of(LastTrade.LAYOUT);
  private final Row daily = Row.of(DailyMarket.LAYOUT);
  private final Row entry = Row.of(IndexEntry.LAYOUT);
  private SplittableRandom random;

  CompanyLoader(TpceSettings settings, TpceTables tables, RecordSink into) {
    this.settings = settings;
    this.tables = tables;
    this.into = into;
    addresses = new AddressLoader(tables, into);
  }

  void load(int number) {
    random = new SplittableRandom(settings.seed() * 0x9E3779B97F4A7C15L + number);
    int industry = number % ReferenceTables.INDUSTRIES;
    int address = ReferenceTables.EXCHANGES + number;
    company.setLong(Company.ST_ID, TradeStatus.ACTIVE.id());
    company.setBytes(Company.NAME, Names.of("Company", number));
    company.setLong(Company.IN_ID, industry);
    Names.letters(company, Company.SP_RATE, random);
    company.setBytes(Company.CEO, Names.of("Officer", number));
    company.setLong(Company.AD_ID, address);
    Names.letters(company, Company.DESC, random);
    company.setLong(Company.OPEN_DATE, random.nextInt(settings.marketDays()));
    into.load(tables.market().company(), number, company);
    addresses.load(address);
    entry.setLong(IndexEntry.NUMBER, number);
    into.load(tables.market().companyByName(), Choices.scattered(number), entry);
    into.load(tables.market().industryCompany(), TpceKeys.industryCompany(industry, number), entry);
    loadCompetitors(number);
    for (int i = 0; i < QUARTERS; i++) {
      loadFinancial(number, i);
    }
    for (int i = 0; i < NEWS; i++) {
      loadNews(number, i);
    }
    for (int s = number; s < settings.securities(); s += settings.companies()) {
      loadSecurity(number, s);
    }
  }

  private void loadCompetitors(int number) {
    int companies = settings.companies();
    for (int i = 0; i < COMPETITORS; i++) {
      int other = (number + 1 + random.nextInt(companies - 1)) % companies;
      competitor.setLong(CompanyCompetitor.COMP_CO_ID, other);
      competitor.setLong(CompanyCompetitor.IN_ID, other % ReferenceTables.INDUSTRIES);
      into.load(tables.market().competitor(), TpceKeys.competitor(number, i), competitor);
    }
  }

  private void loadFinancial(int number, int quarter) {
    long shares = 1_000_000L + random.nextInt(100_000_000);
    long revenue = 100L * random.nextInt(1_000_000_000);
    financial.setLong(Financial.QTR_START_DATE, (long) quarter * DAYS_OF_QUARTER);
    financial.setLong(Financial.REVENUE, revenue);
    financial.setLong(Financial.NET_EARN, revenue / 10);
    financial.setLong(Financial.BASIC_EPS, revenue / 10 / shares);
    financial.setLong(Financial.DILUT_EPS, revenue / 10 / (shares + shares / 10));
    financial.setLong(Financial.MARGIN, revenue / 5);
    financial.setLong(Financial.INVENTORY, 100L * random.nextInt(100_000_000));
    financial.setLong(Financial.ASSETS, 100L * random.nextInt(1_000_000_000));
    financial.setLong(Financial.LIABILITY, 100L * random.nextInt(500_000_000));
    financial.setLong(Financial.OUT_BASIC, shares);
    financial.setLong(Financial.OUT_DILUT, shares + shares / 10);
    into.load(tables.market().financial(), TpceKeys.financial(number, quarter), financial);
  }

  private void loadNews(int number, int place) {
    int id = NEWS * number + place;
    Names.letters(item, NewsItem.HEADLINE, random);
    Names.letters(item, NewsItem.SUMMARY, random);
    Names.letters(item, NewsItem.ITEM, random);
    item.setLong(NewsItem.DTS, random.nextInt(settings.marketDays()));
    item.setBytes(NewsItem.SOURCE, Names.of("Source", id));
    item.setBytes(NewsItem.AUTHOR, Names.of("Author", id));
    into.load(tables.market().newsItem(), id, item);
    xref.setLong(NewsXref.NI_ID, id);
    into.load(tables.market().newsXref(), TpceKeys.news(number, place), xref);
  }

  private void loadSecurity(int ofCompany, int number) {
    int issue = number / settings.companies();
    security.setLong(Security.ISSUE, issue);
    security.setLong(Security.ST_ID, TradeStatus.ACTIVE.id());
    security.setBytes(Security.NAME, Names.of("Security", number));
    security.setLong(Security.EX_ID, Rates.exchangeOf(number));
    security.setLong(Security.CO_ID, ofCompany);
    security.setLong(Security.NUM_OUT, 4_000_000L + random.nextInt(1_000_000_000));
    security.setLong(Security.START_DATE, random.nextInt(settings.marketDays()));
    security.setLong(Security.EXCH_DATE, random.nextInt(settings.marketDays()));
    security.setLong(Security.PE, 100 + random.nextInt(11_900));
    security.setLong(Security.FIFTY2WK_HIGH, Prices.MAX_CENTS);
    security.setLong(Security.FIFTY2WK_HIGH_DATE, random.nextInt(settings.marketDays()));
    security.setLong(Security.FIFTY2WK_LOW, Prices.MIN_CENTS);
    security.setLong(Security.FIFTY2WK_LOW_DATE, random.nextInt(settings.marketDays()));
    security.setLong(Security.DIVIDEND, random.nextInt(1_000));
    security.setLong(Security.YIELD, random.nextInt(12_000));
    into.load(tables.market().security(), number, security);
    entry.setLong(IndexEntry.NUMBER, number);
    into.load(tables.market().companySecurity(), TpceKeys.companySecurity(ofCompany, issue), entry);
    last.setLong(LastTrade.DTS, 0);
    last.setLong(LastTrade.PRICE, Prices.cents(number, 0));
    last.setLong(LastTrade.OPEN_PRICE, Prices.cents(number, 0));
    last.setLong(LastTrade.VOL, 0);
    into.load(tables.market().lastTrade(), number, last);
    for (int day = 0; day < settings.marketDays(); day++) {
      int close = Prices.cents(number, day);
      daily.setLong(DailyMarket.CLOSE, close);
      daily.setLong(DailyMarket.HIGH, close + close / 20);
      daily.setLong(DailyMarket.LOW, close - close / 20);
      daily.setLong(DailyMarket.VOL, 1_000 + random.nextInt(9_000));
      into.load(tables.market().dailyMarket(), TpceKeys.dailyMarket(number, day), daily);
    }
  }
}
