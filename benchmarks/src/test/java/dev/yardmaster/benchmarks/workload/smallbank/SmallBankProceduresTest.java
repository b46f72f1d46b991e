package dev.yardmaster.benchmarks.workload.smallbank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.benchmarks.SerialService;
import dev.yardmaster.workloads.Span;
import dev.yardmaster.workloads.smallbank.Amalgamate;
import dev.yardmaster.workloads.smallbank.Balance;
import dev.yardmaster.workloads.smallbank.DepositChecking;
import dev.yardmaster.workloads.smallbank.LoadAccounts;
import dev.yardmaster.workloads.smallbank.Receipt;
import dev.yardmaster.workloads.smallbank.SendPayment;
import dev.yardmaster.workloads.smallbank.SumAccounts;
import dev.yardmaster.workloads.smallbank.TransactSavings;
import dev.yardmaster.workloads.smallbank.WriteCheck;
import org.junit.jupiter.api.Test;

class SmallBankProceduresTest {

  private static final long BEGIN = LoadAccounts.INITIAL_CENTS;
  private static final int ALICE = 0;
  private static final int BOB = 1;

  private final SerialService bank = new SerialService(SerialService.Fault.NONE);

  SmallBankProceduresTest() {
    commit(LoadAccounts.PROCEDURE, new Span(0, 2));
  }

  @Test
  void balanceIsTheSumOfBothAccounts() {
    Receipt receipt = commit(Balance.PROCEDURE, new Balance.Argument(ALICE));
    assertEquals(new Receipt(0, 2 * BEGIN), receipt);
  }

  @Test
  void depositGoesIntoChecking() {
    Receipt receipt = commit(DepositChecking.PROCEDURE, new DepositChecking.Argument(ALICE, 150));
    assertEquals(new Receipt(150, BEGIN + 150), receipt);
    assertEquals(2 * BEGIN + 150, balance(ALICE));
  }

  @Test
  void savingsGrowAndShrink() {
    assertEquals(
        new Receipt(70, BEGIN + 70),
        commit(TransactSavings.PROCEDURE, new TransactSavings.Argument(ALICE, 70)));
    assertEquals(
        new Receipt(-BEGIN - 70, 0),
        commit(TransactSavings.PROCEDURE, new TransactSavings.Argument(ALICE, -BEGIN - 70)));
  }

  @Test
  void savingsDoNotGoBelowNothing() {
    abort(TransactSavings.PROCEDURE, new TransactSavings.Argument(ALICE, -BEGIN - 1));
    assertEquals(2 * BEGIN, balance(ALICE));
  }

  @Test
  void amalgamateMovesBothAccountsAndConservesMoney() {
    Receipt receipt = commit(Amalgamate.PROCEDURE, new Amalgamate.Argument(ALICE, BOB));
    assertEquals(new Receipt(0, 3 * BEGIN), receipt);
    assertEquals(0, balance(ALICE));
    assertEquals(4 * BEGIN, balance(BOB));
  }

  @Test
  void amalgamateMovesDebtsToo() {
    commit(WriteCheck.PROCEDURE, new WriteCheck.Argument(ALICE, 3 * BEGIN));
    long debt = balance(ALICE);
    commit(Amalgamate.PROCEDURE, new Amalgamate.Argument(ALICE, BOB));
    assertEquals(0, balance(ALICE));
    assertEquals(2 * BEGIN + debt, balance(BOB));
  }

  @Test
  void aCoveredCheckCostsItsAmount() {
    Receipt receipt = commit(WriteCheck.PROCEDURE, new WriteCheck.Argument(ALICE, 2 * BEGIN));
    assertEquals(new Receipt(-2 * BEGIN, -BEGIN), receipt);
    assertEquals(0, balance(ALICE));
  }

  @Test
  void anUncoveredCheckCostsADollarMore() {
    Receipt receipt = commit(WriteCheck.PROCEDURE, new WriteCheck.Argument(ALICE, 2 * BEGIN + 1));
    assertEquals(-2 * BEGIN - 1 - 100, receipt.changeCents());
    assertEquals(-101, balance(ALICE));
  }

  @Test
  void paymentMovesBetweenCheckingAccounts() {
    Receipt receipt = commit(SendPayment.PROCEDURE, new SendPayment.Argument(ALICE, BOB, BEGIN));
    assertEquals(new Receipt(0, 0), receipt);
    assertEquals(BEGIN, balance(ALICE));
    assertEquals(3 * BEGIN, balance(BOB));
  }

  @Test
  void paymentNeedsTheMoneyInChecking() {
    abort(SendPayment.PROCEDURE, new SendPayment.Argument(ALICE, BOB, BEGIN + 1));
    assertEquals(2 * BEGIN, balance(ALICE));
    assertEquals(2 * BEGIN, balance(BOB));
  }

  @Test
  void sumIsOverBothAccountsOfAll() {
    assertEquals(4 * BEGIN, commit(SumAccounts.PROCEDURE, new Span(0, 2)));
  }

  private long balance(int customer) {
    return commit(Balance.PROCEDURE, new Balance.Argument(customer)).balanceCents();
  }

  private <A, R> R commit(Procedure<A, R> procedure, A argument) {
    return bank.run(procedure, argument).valueOrThrow();
  }

  private <A> void abort(Procedure<A, ?> procedure, A argument) {
    Outcome.Aborted<?> aborted =
        assertInstanceOf(Outcome.Aborted.class, bank.run(procedure, argument));
    assertEquals(AbortCause.USER, aborted.cause());
  }
}
