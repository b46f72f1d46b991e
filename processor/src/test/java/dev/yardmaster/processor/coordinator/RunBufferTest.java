package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.storage.WriteSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Tests the limits of one run. */
class RunBufferTest {

  private static final int MAX_KEYS = 3;
  private static final int MAX_SCANNED_KEYS = 100_000;

  private final RunBuffer run = buffer();

  private static RunBuffer buffer() {
    return new RunBuffer(
        new WriteSet(), new Fingerprints(1, 2), new TransactionLimits(MAX_KEYS, 100, 1_000, 1), 1);
  }

  private static Key key(int number) {
    return Key.of("t", number);
  }

  private static Scan scan(int first, int limit) {
    return Scan.forward(key(first), null, limit);
  }

  private static void assertTooMany(String what, int count, Executable declaration) {
    YardmasterException error = assertThrows(YardmasterException.class, declaration);
    assertEquals(ErrorCode.TOO_MANY_KEYS, error.code());
    assertEquals(Integer.toString(count), error.details().get(what));
  }

  private void declareScans() {
    for (int i = 0; i < MAX_SCANNED_KEYS / Scan.MAX_LIMIT; i++) {
      run.scan(scan(i, Scan.MAX_LIMIT));
    }
  }

  @Test
  void theLimitsOfAllScansAreAddedUp() {
    declareScans();
    assertTooMany("limits", MAX_SCANNED_KEYS + 1, () -> run.scan(scan(100, 1)));
    run.scan(scan(0, Scan.MAX_LIMIT)); // The run already has this scan.
    run.clear();
    declareScans();
    run.repeat();
    assertEquals(0, run.scans.size());
    declareScans();
  }

  @Test
  void theLimitsOfScansStayWithTheRunThatDeclaredThem() {
    declareScans();
    RunBuffer other = buffer();
    other.exchange(run);
    assertTooMany("limits", MAX_SCANNED_KEYS + 1, () -> other.scan(scan(100, 1)));
  }

  @Test
  void theKeyOfTheIdDoesNotCountAsAKeyOfTheLogic() {
    run.declareOutcome(Key.of("outcome", 1));
    for (int i = 0; i < MAX_KEYS; i++) {
      run.read(key(i));
      run.write(key(10 + i));
    }
    assertTooMany("reads", MAX_KEYS + 1, () -> run.read(key(20)));
    assertTooMany("writes", MAX_KEYS + 1, () -> run.write(key(20)));
    run.clear();
    for (int i = 0; i < MAX_KEYS; i++) {
      run.update(key(i));
    }
    assertTooMany("reads", MAX_KEYS + 1, () -> run.update(key(20)));
  }

  @Test
  void anUpdateDeclaresOnlyWhatTheRunLacks() {
    run.read(key(0));
    run.write(key(1));
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < MAX_KEYS; i++) {
        run.update(key(i));
      }
      assertEquals(MAX_KEYS, run.reads.size());
      assertEquals(MAX_KEYS, run.writes.size());
    }
    assertTooMany("reads", MAX_KEYS + 1, () -> run.update(key(20)));
    assertEquals(MAX_KEYS, run.writes.size());
  }

  @Test
  void aRunHasUnreadPartsUntilTheyAreSent() {
    assertFalse(run.hasUnread());
    run.read(key(1));
    assertTrue(run.hasUnread());
    run.readsSent = 1;
    assertFalse(run.hasUnread());
    run.scan(scan(1, 1));
    assertTrue(run.hasUnread());
    run.scansSent = 1;
    assertFalse(run.hasUnread());
  }
}
