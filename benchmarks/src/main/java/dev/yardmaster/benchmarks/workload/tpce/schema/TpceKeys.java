package dev.yardmaster.benchmarks.workload.tpce.schema;

/**
 * Packs the key of a row into one number. All identifiers count from 0, and the highest key of a
 * table is below 2^63. Keys are ordered by their parts from left to right. An index table is named
 * after the rows that it finds.
 *
 * <pre>
 *   customer, tax id, account, broker, company, security, trade     the number itself
 *   account permission                | ca 17 | tax id 31 |
 *   customer's tax rate               | c 15 | place 2 |
 *   customer's accounts (index)       | c 15 | ca 17 |
 *   holding                           | ca 17 | s 14 | t 31 |
 *   holding summary                   | ca 17 | s 14 |
 *   holding history                   | t of the lot 31 | t 31 |
 *   holding history of a trade (index)| t 31 | t of the lot 31 |
 *   watch item                        | c 15 | s 14 |
 *   account's trades (index)          | ca 17 | t 31 |
 *   security's trades (index)         | s 14 | t 31 |
 *   trade history                     | t 31 | status 3 |
 *   trade request                     | s 14 | t 31 |
 *   broker's trade requests (index)   | b 15 | t 31 |
 *   charge                            | trade type 3 | tier 2 |
 *   commission rate                   | tier 2 | trade type 3 | exchange 2 | place 2 |
 *   company competitor                | co 14 | place 2 |
 *   company's securities (index)      | co 14 | issue 3 |
 *   industry's companies (index)      | in 7 | co 14 |
 *   daily market                      | s 14 | day 11 |
 *   financial                         | co 14 | quarter 5 |
 *   news item of a company            | co 14 | item 2 |
 *   analytic history                  | client 8 | transaction 40 |
 * </pre>
 *
 * <p>The numbers of trades increase with time, so an index that the standard orders by date is
 * ordered by trade number here.
 */
public final class TpceKeys {

  /** The maximum number of clients, so that the trades of all clients have distinct numbers. */
  public static final int CLIENTS = 256;

  private static final int ACCOUNT_BITS = 17;
  private static final int SECURITY_BITS = 14;
  private static final int TRADE_BITS = 31;
  private static final int COMPANY_BITS = 14;
  private static final int STATUS_BITS = 3;
  private static final int DAY_BITS = 11;
  private static final int QUARTER_BITS = 5;
  private static final int TYPE_BITS = 3;
  private static final int PLACE_BITS = 2;
  private static final int ANALYTIC_BITS = 40;

  private TpceKeys() {}

  /**
   * Returns the number of the trade that a client submits.
   *
   * @param loaded number of loaded trades
   * @param sequence number of orders that the client has submitted before
   * @throws IllegalStateException if the client has submitted more than about 8 million orders
   */
  public static int submittedTrade(int loaded, int client, long sequence) {
    long trade = loaded + sequence * CLIENTS + client;
    if (trade > Integer.MAX_VALUE) {
      throw new IllegalStateException(
          "a client has submitted too many orders: client=" + client + ", orders=" + sequence);
    }
    return (int) trade;
  }

  /** Returns the client that submitted a trade. */
  public static int clientOfTrade(int loaded, int trade) {
    return (trade - loaded) % CLIENTS;
  }

  /** Returns the number of orders that the client had submitted before a trade. */
  public static int orderOfTrade(int loaded, int trade) {
    return (trade - loaded) / CLIENTS;
  }

  public static long permission(int account, int taxId) {
    return ((long) account << TRADE_BITS) | taxId;
  }

  public static long customerTaxrate(int customer, int place) {
    return ((long) customer << PLACE_BITS) | place;
  }

  public static long customerAccount(int customer, int account) {
    return ((long) customer << ACCOUNT_BITS) | account;
  }

  /**
   * Returns the key of a lot. For trade 0, the result is the lower bound of the position's keys.
   */
  public static long holding(int account, int security, int trade) {
    return (holdingSummary(account, security) << TRADE_BITS) | trade;
  }

  /** Returns the trade in a key whose last part is a trade. */
  public static int lastTradeOf(long key) {
    return (int) (key & Integer.MAX_VALUE);
  }

  /** Returns the account in the key of a lot. */
  public static int accountOfHolding(long key) {
    return (int) (key >>> (SECURITY_BITS + TRADE_BITS));
  }

  /** Returns the security in the key of a lot. */
  public static int securityOfHolding(long key) {
    return lastSecurityOf(key >>> TRADE_BITS);
  }

  /**
   * Returns the key of a position. For security 0, the result is the lower bound of the account's
   * keys.
   */
  public static long holdingSummary(int account, int security) {
    return ((long) account << SECURITY_BITS) | security;
  }

  /** Returns the account in the key of a position. */
  public static int accountOfSummary(long key) {
    return (int) (key >>> SECURITY_BITS);
  }

  /** Returns the security in a key whose last part is a security. */
  public static int lastSecurityOf(long key) {
    return (int) key & ((1 << SECURITY_BITS) - 1);
  }

  /**
   * Returns a key that consists of two trades: in the holding history, the lot's trade comes first;
   * in the index of the holding history, the lot's trade comes last. If the second trade is 0, the
   * result is the lower bound of the first trade's keys.
   */
  public static long trades(int first, int second) {
    return ((long) first << TRADE_BITS) | second;
  }

  public static long watchItem(int customer, int security) {
    return ((long) customer << SECURITY_BITS) | security;
  }

  /**
   * Returns a key of the index of an account's trades. For trade 0, the result is the lower bound
   * of the account's keys.
   */
  public static long accountTrade(int account, int trade) {
    return ((long) account << TRADE_BITS) | trade;
  }

  /**
   * Returns the key of a trade request, or of the index of a security's trades. For trade 0, the
   * result is the lower bound of the security's keys.
   */
  public static long securityTrade(int security, int trade) {
    return ((long) security << TRADE_BITS) | trade;
  }

  /** Returns the security in a key of {@link #securityTrade}. */
  public static int securityOfTrade(long key) {
    return (int) (key >>> TRADE_BITS);
  }

  /** Returns the account in a key of {@link #accountTrade}. */
  public static int accountOfTrade(long key) {
    return (int) (key >>> TRADE_BITS);
  }

  public static long brokerRequest(int broker, int trade) {
    return ((long) broker << TRADE_BITS) | trade;
  }

  /**
   * Returns the key of a step of a trade. For status 0, the result is the lower bound of the
   * trade's keys.
   */
  public static long tradeHistory(int trade, int status) {
    return ((long) trade << STATUS_BITS) | status;
  }

  /** Returns the trade in a key of {@link #tradeHistory}. */
  public static int tradeOfHistory(long key) {
    return (int) (key >>> STATUS_BITS);
  }

  /** Returns the status in a key of {@link #tradeHistory}. */
  public static int statusOfHistory(long key) {
    return (int) key & ((1 << STATUS_BITS) - 1);
  }

  public static long charge(int tradeType, int tier) {
    return ((long) tradeType << PLACE_BITS) | tier;
  }

  public static long commissionRate(int tier, int tradeType, int exchange, int place) {
    long rate = ((long) tier << TYPE_BITS) | tradeType;
    return (((rate << PLACE_BITS) | exchange) << PLACE_BITS) | place;
  }

  public static long competitor(int company, int place) {
    return ((long) company << PLACE_BITS) | place;
  }

  public static long companySecurity(int company, int issue) {
    return ((long) company << STATUS_BITS) | issue;
  }

  public static long industryCompany(int industry, int company) {
    return ((long) industry << COMPANY_BITS) | company;
  }

  public static long dailyMarket(int security, int day) {
    return ((long) security << DAY_BITS) | day;
  }

  public static long financial(int company, int quarter) {
    return ((long) company << QUARTER_BITS) | quarter;
  }

  public static long news(int company, int item) {
    return ((long) company << PLACE_BITS) | item;
  }

  public static long analytic(int client, long transaction) {
    return ((long) client << ANALYTIC_BITS) | transaction;
  }
}
