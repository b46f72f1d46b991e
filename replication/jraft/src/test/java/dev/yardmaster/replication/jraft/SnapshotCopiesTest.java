package dev.yardmaster.replication.jraft;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SnapshotCopiesTest {

  private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

  private long nowNs = 7;
  private final SnapshotCopies copies = new SnapshotCopies(Runnable::run, () -> nowNs);

  /** Requests a part of the snapshot every second. */
  private void copyFor(long seconds) {
    for (long i = 0; i <= seconds; i++) {
      nowNs += i == 0 ? 0 : SECOND_NS;
      copies.requested();
    }
  }

  @Test
  void aShortCopyIsOverTenSecondsAfterItsLastRequest() {
    assertFalse(copies.areInProgress());
    copyFor(3);
    nowNs += SnapshotCopies.LOADING_NS - 1;
    assertTrue(copies.areInProgress());
    nowNs++;
    assertFalse(copies.areInProgress());
  }

  @Test
  void aLongCopyMayTakeAsLongToLoad() {
    copyFor(60);
    nowNs += 60 * SECOND_NS - 1;
    assertTrue(copies.areInProgress());
    nowNs++;
    assertFalse(copies.areInProgress());
  }

  /**
   * If such a copy counted, a member that never finishes copying would let the log fill the disk.
   */
  @Test
  void aCopyThatTakesMoreThanAnHourDoesNotCount() {
    copyFor(TimeUnit.NANOSECONDS.toSeconds(SnapshotCopies.MAX_NS) - 1);
    assertTrue(copies.areInProgress());
    copyFor(1);
    assertFalse(copies.areInProgress());
    nowNs += SnapshotCopies.MAX_NS + SECOND_NS;
    copyFor(1);
    assertTrue(copies.areInProgress(), "another copy");
  }
}
