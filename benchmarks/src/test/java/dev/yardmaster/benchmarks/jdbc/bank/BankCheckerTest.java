package dev.yardmaster.benchmarks.jdbc.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks hand-made histories, each of which has an anomaly. */
class BankCheckerTest {

  private static final AccountRow A = new AccountRow(BankTable.CHECKING, 1);
  private static final AccountRow B = new AccountRow(BankTable.SAVINGS, 1);

  private final List<CommittedCall> calls = new ArrayList<>();

  private void call(long number, SeenRow... seen) {
    calls.add(new CommittedCall(number, 0, 100, List.of(seen)));
  }

  private static SeenRow read(AccountRow row, long writer, long cents) {
    return new SeenRow(row, writer, cents, false, cents);
  }

  private static SeenRow write(AccountRow row, long writer, long cents, long leftCents) {
    return new SeenRow(row, writer, cents, true, leftCents);
  }

  private void assertFound(String words, Map<AccountRow, Long> lastWriters) {
    List<String> findings = BankChecker.check(calls, lastWriters).findings();
    assertTrue(findings.stream().anyMatch(line -> line.contains(words)), findings.toString());
  }

  @Test
  void oneAfterAnotherIsFine() {
    call(3, read(A, 0, 10), write(A, 0, 10, 20));
    call(1, read(A, 3, 20), read(B, 0, 5), write(A, 3, 20, 30));
    call(2, read(A, 1, 30), read(B, 0, 5));
    assertEquals(new BankChecker.Checked(3, List.of()), BankChecker.check(calls, Map.of(A, 1L)));
  }

  @Test
  void aLostUpdateIsFound() {
    call(1, read(A, 0, 10), write(A, 0, 10, 20));
    call(2, read(A, 0, 10), write(A, 1, 20, 20));
    assertFound("lost update", Map.of(A, 2L));
  }

  @Test
  void aWriteSkewIsFound() {
    call(1, read(A, 0, 10), write(B, 0, 10, 20));
    call(2, read(B, 0, 10), write(A, 0, 10, 20));
    assertFound("write skew", Map.of(A, 2L, B, 1L));
  }

  @Test
  void aReadOfWhatItsWriterDidNotLeaveIsFound() {
    call(1, write(A, 0, 10, 20));
    call(2, read(A, 1, 19));
    assertFound("G1b", Map.of(A, 1L));
  }

  @Test
  void aReadOfWhatNobodyCommittedIsFound() {
    call(2, read(A, 7, 19));
    assertFound("that no committed transaction wrote", Map.of());
  }

  @Test
  void aTransactionThatWasAppliedTwiceIsFound() {
    // Transaction 2 overwrites the balance that the first application of transaction 1 wrote.
    call(2, write(A, 1, 20, 30));
    call(1, write(A, 2, 30, 40)); // The client reports only this second application.
    assertFound("follow from the initial data", Map.of(A, 1L));
  }

  @Test
  void twoThatReplacedTheSameAreFound() {
    call(1, write(A, 0, 10, 20));
    call(2, write(A, 0, 10, 30));
    assertFound("both replaced", Map.of(A, 2L));
  }

  @Test
  void aWriteThatIsGoneIsFound() {
    call(1, write(A, 0, 10, 20));
    assertFound("was written last by transaction 0, not by 1", Map.of());
  }

  @Test
  void aWriteOfWhatDidNotCommitIsFound() {
    call(1, read(B, 0, 10));
    assertFound("written by transaction 9, which did not commit", Map.of(A, 9L));
  }
}
