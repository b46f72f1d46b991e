package dev.yardmaster.benchmarks.workload.tpce.calls;

import dev.yardmaster.benchmarks.workload.tpce.rows.market.Company;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.CompanyCompetitor;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Exchange;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.NewsItem;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.NewsXref;
import dev.yardmaster.benchmarks.workload.tpce.rows.market.Security;
import dev.yardmaster.benchmarks.workload.tpce.rows.reference.Address;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceKeys;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.RowVisitor;

/**
 * Reads all data of a security: the company with competitors, financial figures and news; the
 * exchange; the last price; and the prices on several days (clause 3.3.5).
 *
 * <pre>
 *   | type | security | number of days | first day | with the news' articles 0 or 1 |
 * </pre>
 */
public final class SecurityDetail extends TpceCall {

  private static final int RECORDS = 40;

  private final RowVisitor eachCompetitor = this::visitCompetitor;
  private final RowVisitor eachNews = this::visitNews;
  private final RowVisitor each = (key, rest, row) -> true;
  private final Numbers competitors = new Numbers();
  private final Numbers news = new Numbers();
  private final byte[] article = new byte[NewsItem.ITEM.maxBytes()];
  private int security;
  private int days;
  private int firstDay;
  private boolean hasArticles;
  private int daysSeen;
  private long articleBytes;

  SecurityDetail(TpceTables tables, TpceSettings settings) {
    super(TpceType.SECURITY_DETAIL, tables, settings);
  }

  @Override
  public void take(int[] inputs, int at) {
    security = inputs[at + 1];
    days = inputs[at + 2];
    firstDay = inputs[at + 3];
    hasArticles = inputs[at + 4] == 1;
  }

  @Override
  public void giveBackTo(TpceCalls pools) {
    pools.securityDetails.giveBack(this);
  }

  @Override
  public int records() {
    return RECORDS + days;
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public void declare(KeyHints keys) {
    keys.read(tables.market().security(), security);
    keys.read(tables.market().lastTrade(), security);
  }

  private boolean visitCompetitor(long key, byte[] rest, Row row) {
    competitors.add((int) row.getLong(CompanyCompetitor.COMP_CO_ID));
    return true;
  }

  private boolean visitNews(long key, byte[] rest, Row row) {
    news.add((int) row.getLong(NewsXref.NI_ID));
    return true;
  }

  @Override
  public void run(RecordTransaction transaction) {
    Row found = read(transaction, tables.market().security(), security);
    int company = (int) found.getLong(Security.CO_ID);
    Row exchange = read(transaction, tables.market().exchange(), found.getLong(Security.EX_ID));
    readAddress(transaction, exchange.getLong(Exchange.AD_ID));
    Row issuer = read(transaction, tables.market().company(), company);
    readAddress(transaction, issuer.getLong(Company.AD_ID));
    readCompetitors(transaction, company);
    scanAll(
        transaction,
        tables.market().financial(),
        TpceKeys.financial(company, 0),
        TpceKeys.financial(company + 1, 0),
        each);
    daysSeen =
        transaction.scan(
            tables.market().dailyMarket(),
            TpceKeys.dailyMarket(security, firstDay),
            TpceKeys.dailyMarket(security + 1, 0),
            days,
            each);
    read(transaction, tables.market().lastTrade(), security);
    readNews(transaction, company);
  }

  private static void scanAll(
      RecordTransaction transaction, Table table, long from, long to, RowVisitor visitor) {
    var unused = transaction.scan(table, from, to, Integer.MAX_VALUE, visitor);
  }

  private void readAddress(RecordTransaction transaction, long number) {
    Row address = read(transaction, tables.reference().address(), number);
    read(transaction, tables.reference().zipCode(), address.getLong(Address.ZC_CODE));
  }

  private void readCompetitors(RecordTransaction transaction, int company) {
    competitors.clear();
    scanAll(
        transaction,
        tables.market().competitor(),
        TpceKeys.competitor(company, 0),
        TpceKeys.competitor(company + 1, 0),
        eachCompetitor);
    for (int i = 0; i < competitors.size(); i++) {
      Row competitor = read(transaction, tables.market().company(), competitors.get(i));
      read(transaction, tables.market().industry(), competitor.getLong(Company.IN_ID));
    }
  }

  private void readNews(RecordTransaction transaction, int company) {
    news.clear();
    articleBytes = 0;
    scanAll(
        transaction,
        tables.market().newsXref(),
        TpceKeys.news(company, 0),
        TpceKeys.news(company + 1, 0),
        eachNews);
    for (int i = 0; i < news.size(); i++) {
      Row item = read(transaction, tables.market().newsItem(), news.get(i));
      if (hasArticles) {
        articleBytes += item.getBytes(NewsItem.ITEM, article);
      }
    }
  }

  /** Returns the number of days whose prices were read. */
  int daysSeen() {
    return daysSeen;
  }

  /** Returns the length of the articles that were read. */
  long articleBytes() {
    return articleBytes;
  }
}
