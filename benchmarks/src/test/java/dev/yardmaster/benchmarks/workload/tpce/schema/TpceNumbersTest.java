package dev.yardmaster.benchmarks.workload.tpce.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the numbers that the loader and the transactions share, and the keys. */
class TpceNumbersTest {

  private static final TpceSettings SETTINGS =
      TpceSettings.of(5_000, 10, 500, TpceMix.HYBRID, 60, 1);

  @Test
  void theDefaultHasTheSizesOfThePaper() {
    assertEquals(25_000, SETTINGS.accounts());
    assertEquals(3_425, SETTINGS.securities());
    assertEquals(2_500, SETTINGS.companies());
    assertEquals(50, SETTINGS.brokers());
    assertEquals(2_880_000, SETTINGS.trades());
    assertEquals(15_000, SETTINGS.groupAccounts());
  }

  @Test
  void everyAccountAndSlotHasItsCustomer() {
    int accounts = 0;
    int slots = 0;
    for (int customer = 0; customer < 100; customer++) {
      assertEquals(accounts, Customers.firstAccount(customer));
      assertEquals(slots, Customers.firstSlot(customer));
      for (int i = 0; i < Customers.accounts(customer); i++) {
        assertEquals(customer, Customers.ofAccount(accounts++));
      }
      for (int i = 0; i < Customers.tier(customer); i++) {
        assertEquals(customer, Customers.ofSlot(slots++));
      }
    }
    assertEquals(100 * Customers.MEAN_ACCOUNTS, accounts);
    assertEquals(100 * Customers.MEAN_SLOTS, slots);
  }

  @Test
  void choicesAreInTheirRanges() {
    Set<Integer> taxIds = new HashSet<>();
    for (int customer = 0; customer < 20_000; customer++) {
      taxIds.add(Choices.scattered(customer));
    }
    assertEquals(20_000, taxIds.size());
    for (int account = 0; account < 1_000; account++) {
      int owner = Customers.ofAccount(account);
      assertTrue(Choices.securitiesOf(account) <= Choices.MAX_SECURITIES_OF_ACCOUNT);
      assertTrue(Choices.security(account, 3, 137) < 137);
      assertNotEquals(owner, Choices.other(account, 0, 200));
      assertNotEquals(owner, Choices.other(account, 1, 200));
      assertNotEquals(Choices.other(account, 0, 200), Choices.other(account, 1, 200));
    }
    for (int security = 0; security < 100; security++) {
      for (int step = 0; step < 2_000; step += 7) {
        int cents = Prices.cents(security, step);
        assertTrue(cents >= Prices.MIN_CENTS && cents <= Prices.MAX_CENTS, cents + " cents");
      }
    }
  }

  @Test
  void sharesOfBothMixesAreThousandths() {
    for (TpceMix mix : TpceMix.values()) {
      int[] drawn = new int[TpceType.values().length];
      for (int i = 0; i < TpceMix.ALL; i++) {
        drawn[mix.typeOf(i).ordinal()]++;
      }
      assertEquals(101, drawn[TpceType.TRADE_ORDER.ordinal()]);
      assertEquals(mix.isHybrid() ? 200 : 0, drawn[TpceType.ANALYTIC.ordinal()]);
    }
  }

  @Test
  void theLargestKeysArePackedAndUnpacked() {
    int account = 99_999;
    int security = 13_699;
    int trade = Integer.MAX_VALUE;
    long lot = TpceKeys.holding(account, security, trade);
    assertTrue(lot > 0);
    assertEquals(account, TpceKeys.accountOfHolding(lot));
    assertEquals(security, TpceKeys.securityOfHolding(lot));
    assertEquals(trade, TpceKeys.lastTradeOf(lot));
    long summary = TpceKeys.holdingSummary(account, security);
    assertEquals(account, TpceKeys.accountOfSummary(summary));
    assertEquals(security, TpceKeys.lastSecurityOf(summary));
    assertEquals(account, TpceKeys.accountOfTrade(TpceKeys.accountTrade(account, trade)));
    long request = TpceKeys.securityTrade(security, trade);
    assertEquals(security, TpceKeys.securityOfTrade(request));
    assertEquals(trade, TpceKeys.lastTradeOf(request));
    long step = TpceKeys.tradeHistory(trade, TradeStatus.COMPLETED.id());
    assertEquals(trade, TpceKeys.tradeOfHistory(step));
    assertEquals(TradeStatus.COMPLETED.id(), TpceKeys.statusOfHistory(step));
    assertTrue(TpceKeys.trades(trade, trade) > 0);
    int submitted = TpceKeys.submittedTrade(1_000, 255, 8_000_000);
    assertEquals(255, TpceKeys.clientOfTrade(1_000, submitted));
    assertEquals(8_000_000, TpceKeys.orderOfTrade(1_000, submitted));
    assertThrows(IllegalStateException.class, () -> TpceKeys.submittedTrade(1_000, 0, 9_000_000));
  }
}
