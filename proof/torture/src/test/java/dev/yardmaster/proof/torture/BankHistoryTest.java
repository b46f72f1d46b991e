package dev.yardmaster.proof.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.TransactionId;
import dev.yardmaster.proof.torture.BankRequest.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Tests the order in which transactions run on the model, and the states that the history keeps.
 */
class BankHistoryTest {

  private final BankHistory history = new BankHistory(new BankModel(2, 0));

  /**
   * Adds a deposit of one cent into the first customer's account; {@code balance} is the new
   * balance.
   */
  private Optional<String> deposit(long version, long balance) {
    BankRequest call =
        new BankRequest(new TransactionId(1, 2, version), Kind.DEPOSIT_CHECKING, 0, 1, 1);
    return history.add(new Ended(call, new BankReply(version, 1, balance)));
  }

  @Test
  void transactionsRunInCommitOrder() {
    assertTrue(deposit(9, 2).isEmpty());
    assertTrue(deposit(5, 1).isEmpty());
    assertTrue(history.run(8).isEmpty());
    assertEquals(1, history.model().totalCents());
    assertTrue(history.run(9).isEmpty());
    assertEquals(2, history.model().totalCents());
  }

  @Test
  void wrongReceiptIsFound() {
    assertTrue(deposit(5, 2).isEmpty());
    assertTrue(history.run(5).orElseThrow().startsWith("at commit version 5, "));
  }

  @Test
  void secondTransactionWithAVersionIsFound() {
    assertTrue(deposit(5, 1).isEmpty());
    assertTrue(deposit(5, 1).orElseThrow().contains("one commit version: 5"));
  }

  @Test
  void versionBelowAnEarlierAnswerIsFound() {
    assertTrue(deposit(5, 1).isEmpty());
    assertTrue(history.run(5).isEmpty());
    assertTrue(deposit(4, 2).orElseThrow().contains("began after the answer with version 5"));
  }

  @Test
  void statesSinceTheMarkAreKept() {
    assertTrue(deposit(1, 1).isEmpty());
    assertTrue(history.run(1).isEmpty());
    history.mark();
    assertTrue(deposit(2, 2).isEmpty());
    assertTrue(deposit(3, 3).isEmpty());
    assertTrue(history.run(3).isEmpty());
    assertEquals(1, history.stateAt(1).totalCents());
    assertEquals(2, history.stateAt(2).totalCents());
    assertEquals(3, history.stateAt(3).totalCents());
    assertEquals(2, history.sinceMark().size());
    assertEquals(3, history.model().totalCents());
  }
}
