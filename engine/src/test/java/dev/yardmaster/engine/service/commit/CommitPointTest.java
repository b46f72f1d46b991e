package dev.yardmaster.engine.service.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.redo.CommitMark;
import dev.yardmaster.engine.service.keys.StoredValue;
import dev.yardmaster.engine.service.keys.TouchedKeys;
import dev.yardmaster.service.TransactionLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommitPointTest {

  private static TouchedKeys changed(byte[] stored) {
    TouchedKeys keys = new TouchedKeys(new TransactionLimits(1, 100, 1_000, 1));
    int position = keys.allowWrite(Key.of("t", 1));
    keys.write(position, new byte[] {5});
    keys.beginChanges();
    keys.takesPlace(position, stored);
    return keys;
  }

  @Test
  void whatCannotBeSeenYetHoldsTheWatermarkBack() {
    CommitSequencer order = new CommitSequencer(null);
    CommitPoint slow = new CommitPoint(order, new SharedWords(null));
    CommitPoint quick = new CommitPoint(order, new SharedWords(null));
    List<CommitMark> marks = List.of(slow.mark(), quick.mark());
    byte[] stored = StoredValue.of(new byte[] {5});
    slow.expect(changed(stored), 7);
    slow.committing(100, null);
    assertEquals(1, slow.version());
    assertEquals(1, StoredValue.version(stored));
    assertEquals(7, StoredValue.transactionId(stored));
    quick.expect(changed(null), 8);
    quick.committing(100, null);
    quick.installed();
    assertEquals(2, quick.version());
    assertEquals(0, CommitMark.watermark(order::last, marks));
    slow.installed();
    assertEquals(2, CommitMark.watermark(order::last, marks));
  }

  @Test
  void whatChangesNothingHasNoVersion() {
    CommitSequencer order = new CommitSequencer(null);
    CommitPoint point = new CommitPoint(order, new SharedWords(null));
    point.expect(new TouchedKeys(new TransactionLimits(1, 100, 1_000, 1)), 7);
    point.committing(100, null);
    assertEquals(0, point.version());
    assertEquals(0, order.last());
  }
}
