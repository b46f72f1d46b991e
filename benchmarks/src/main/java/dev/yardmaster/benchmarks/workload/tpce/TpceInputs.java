package dev.yardmaster.benchmarks.workload.tpce;

import dev.yardmaster.benchmarks.workload.records.DrawnInputs;
import dev.yardmaster.benchmarks.workload.tpce.calls.BrokerVolume;
import dev.yardmaster.benchmarks.workload.tpce.calls.MarketWatch;
import dev.yardmaster.benchmarks.workload.tpce.calls.TradesCall;
import dev.yardmaster.benchmarks.workload.tpce.schema.Choices;
import dev.yardmaster.benchmarks.workload.tpce.schema.Customers;
import dev.yardmaster.benchmarks.workload.tpce.schema.OrderShares;
import dev.yardmaster.benchmarks.workload.tpce.schema.ReferenceTables;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceMix;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceType;
import dev.yardmaster.benchmarks.workload.tpce.schema.TradeKind;
import java.util.SplittableRandom;

/**
 * Draws the arguments of a client's transactions. The class of each transaction documents the form
 * of its arguments. Customers are drawn with weights by their tiers, and trades are drawn from the
 * loaded trades.
 */
final class TpceInputs {

  private static final int MIN_BROKERS = 20;
  private static final int MIN_DAYS = 5;
  private static final int MAX_DAYS = 20;

  private final TpceSettings settings;
  private final SplittableRandom random;
  private final DrawnInputs drawn;

  private TpceInputs(TpceSettings settings, int client, DrawnInputs drawn) {
    this.settings = settings;
    this.drawn = drawn;
    // The seeds of clients are smaller than all seeds of the loader, so no two streams are equal.
    random = new SplittableRandom(settings.seed() * 0x9E3779B97F4A7C15L - 1 - client);
  }

  /**
   * Draws a client's transactions. The first transaction is an order, so that a client whose other
   * transactions are all trade-results has a trade to complete.
   */
  static DrawnInputs draw(TpceSettings settings, int client) {
    DrawnInputs drawn = new DrawnInputs();
    TpceInputs inputs = new TpceInputs(settings, client, drawn);
    inputs.draw(TpceType.TRADE_ORDER);
    for (int i = 1; i < settings.drawn(); i++) {
      inputs.draw(settings.mix().typeOf(inputs.random.nextInt(TpceMix.ALL)));
    }
    return drawn;
  }

  private void draw(TpceType type) {
    drawn.begin();
    drawn.add(type.ordinal());
    switch (type) {
      case BROKER_VOLUME -> brokerVolume();
      case CUSTOMER_POSITION -> customerPosition();
      case MARKET_WATCH -> marketWatch();
      case SECURITY_DETAIL -> securityDetail();
      case TRADE_LOOKUP -> tradeLookup();
      case TRADE_ORDER -> tradeOrder();
      case TRADE_STATUS -> drawn.add(account());
      case TRADE_UPDATE -> trades(random.nextInt(TradesCall.LOTS));
      case ANALYTIC ->
          drawn.add(random.nextInt(settings.accounts() - settings.groupAccounts() + 1));
      case MARKET_FEED, TRADE_RESULT -> {}
    }
  }

  private boolean isIn(int percent) {
    return random.nextInt(100) < percent;
  }

  private int customer() {
    return Customers.ofSlot(random.nextInt(settings.slots()));
  }

  private int account() {
    int customer = customer();
    return Customers.firstAccount(customer) + random.nextInt(Customers.accounts(customer));
  }

  private int security() {
    return random.nextInt(settings.securities());
  }

  private int trade() {
    return random.nextInt(settings.trades());
  }

  /** Draws 20 to 40 consecutive brokers; all brokers if there are fewer. */
  private void brokerVolume() {
    drawn.add(random.nextInt(ReferenceTables.SECTORS));
    int brokers = settings.brokers();
    int count = Math.min(brokers, random.nextInt(MIN_BROKERS, BrokerVolume.MAX_BROKERS + 1));
    drawn.add(count);
    int first = random.nextInt(brokers);
    for (int i = 0; i < count; i++) {
      drawn.add(Choices.scattered((first + i) % brokers));
    }
  }

  private void customerPosition() {
    int customer = customer();
    drawn.add(customer);
    drawn.add(isIn(50) ? 1 : 0);
    drawn.add(isIn(50) ? random.nextInt(Customers.accounts(customer)) : -1);
  }

  private void marketWatch() {
    int percent = random.nextInt(100);
    if (percent < 60) {
      drawn.add(MarketWatch.OF_WATCH_LIST);
      drawn.add(customer());
    } else if (percent < 95) {
      drawn.add(MarketWatch.OF_ACCOUNT);
      drawn.add(account());
    } else {
      drawn.add(MarketWatch.OF_INDUSTRY);
      drawn.add(random.nextInt(ReferenceTables.INDUSTRIES));
    }
    drawn.add(random.nextInt(settings.marketDays()));
    drawn.add(0);
    drawn.add(settings.companies() - 1);
  }

  private void securityDetail() {
    drawn.add(security());
    int days = random.nextInt(MIN_DAYS, MAX_DAYS + 1);
    drawn.add(days);
    drawn.add(random.nextInt(settings.marketDays() - days + 1));
    drawn.add(isIn(1) ? 1 : 0);
  }

  private void tradeLookup() {
    int percent = random.nextInt(100);
    trades(percent < 90 ? percent / 30 : TradesCall.LOTS);
  }

  private void trades(int frame) {
    drawn.add(frame);
    if (frame == TradesCall.LISTED) {
      int count = Math.min(TradesCall.MAX_TRADES, settings.trades());
      drawn.add(count);
      int stride = settings.trades() / count;
      for (int i = 0; i < count; i++) {
        drawn.add(i * stride + random.nextInt(stride));
      }
    } else {
      drawn.add(frame == TradesCall.OF_SECURITY ? security() : account());
      drawn.add(trade());
    }
  }

  private void tradeOrder() {
    int account = account();
    drawn.add(account);
    int others = Choices.othersOf(account);
    drawn.add(
        others > 0 && isIn(10)
            ? Choices.other(account, random.nextInt(others), settings.customers())
            : Customers.ofAccount(account));
    int place = random.nextInt(Choices.securitiesOf(account));
    drawn.add(Choices.security(account, place, settings.securities()));
    drawn.add(isIn(40) ? 1 : 0);
    TradeKind kind = OrderShares.kind(random);
    drawn.add(kind.ordinal());
    drawn.add(OrderShares.quantity(random));
    drawn.add(bidPercent(kind));
    drawn.add(OrderShares.isLifo(random) ? 1 : 0);
    drawn.add(OrderShares.isCash(random) ? 1 : 0);
    drawn.add(isIn(1) ? 1 : 0);
  }

  /**
   * Returns a price, in percent of the current price. The price differs from the current price by 1
   * to 5 percent, so that the order must wait.
   */
  private int bidPercent(TradeKind kind) {
    int away = 1 + random.nextInt(5);
    return kind == TradeKind.LIMIT_SELL ? 100 + away : 100 - away;
  }
}
