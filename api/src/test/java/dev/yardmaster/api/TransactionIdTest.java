package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TransactionIdTest {

  private static final List<TransactionId> IN_ORDER =
      List.of(
          new TransactionId(0, 0, 0),
          new TransactionId(0, 0, 1),
          new TransactionId(0, 0, Long.MAX_VALUE),
          new TransactionId(0, 0, -1),
          new TransactionId(0, 1, 0),
          new TransactionId(0, 0xFFFF, 5),
          new TransactionId(1, 0, 0),
          new TransactionId(255, 0, 0),
          new TransactionId(256, 0, 0),
          new TransactionId(1L << 47, 3, 3),
          new TransactionId(TransactionId.MAX_CREATED_MS, 0xFFFF, -1));

  private static ErrorCode codeOf(Runnable action) {
    return assertThrows(YardmasterException.class, action::run).code();
  }

  @Test
  void idsAndTheirKeysAreOrderedByCreationTimeFirst() {
    List<TransactionId> shuffled = new ArrayList<>(IN_ORDER);
    Collections.shuffle(shuffled, new Random(1));
    Collections.sort(shuffled);
    assertEquals(IN_ORDER, shuffled);
    List<Key> keys = new ArrayList<>(shuffled.stream().map(TransactionId::outcomeKey).toList());
    Collections.shuffle(keys, new Random(2));
    Collections.sort(keys);
    assertEquals(IN_ORDER, keys.stream().map(TransactionId::ofOutcomeKey).toList());
  }

  @Test
  void aTextIsReadBackAndNothingElseIs() {
    for (TransactionId id : IN_ORDER) {
      assertEquals(id, TransactionId.parse(id.toString()));
    }
    String text = "0123456789ab-0001fedcba9876543210";
    assertEquals(text, TransactionId.parse(text).toString());
    List<String> bad = new ArrayList<>();
    Collections.addAll(
        bad,
        "",
        text + "0",
        text.substring(1),
        text.replace('-', '0'),
        text.replace('a', 'A'),
        text.replace('0', '+'),
        "x".repeat(10_000));
    bad.add(null);
    for (String wrong : bad) {
      assertEquals(ErrorCode.BAD_ID, codeOf(() -> TransactionId.parse(wrong)), wrong);
    }
  }

  @Test
  void rangesAreChecked() {
    assertEquals(ErrorCode.BAD_ID, codeOf(() -> new TransactionId(-1, 0, 0)));
    assertEquals(
        ErrorCode.BAD_ID, codeOf(() -> new TransactionId(TransactionId.MAX_CREATED_MS + 1, 0, 0)));
    assertEquals(ErrorCode.BAD_ID, codeOf(() -> new TransactionId(0, -1, 0)));
    assertEquals(ErrorCode.BAD_ID, codeOf(() -> new TransactionId(0, 0x10000, 0)));
  }

  @Test
  void aKeyOfTheServicesOwnIsHadFromAnIdOnly() {
    Key key = IN_ORDER.get(3).outcomeKey();
    assertTrue(key.isReserved());
    for (String table : List.of(key.table(), "yardmaster.", "yardmaster.mine")) {
      assertEquals(ErrorCode.BAD_KEY, codeOf(() -> Key.of(table, 1)));
      assertEquals(ErrorCode.BAD_KEY, codeOf(() -> Key.of(table, "a")));
      assertEquals(ErrorCode.BAD_KEY, codeOf(() -> Key.of(table, new byte[1])));
    }
    assertTrue(!Key.of("yardmaster", 1).isReserved());
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> OneShot.builder().read(key)));
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> OneShot.builder().delete(key)));
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> TransactionId.ofOutcomeKey(Key.of("a", 1))));
  }

  @Test
  void aKeyThatWasWrittenDownIsRestored() {
    Key key = IN_ORDER.get(4).outcomeKey();
    byte[] id = new byte[key.idLength()];
    for (int i = 0; i < id.length; i++) {
      id[i] = key.idByte(i);
    }
    Key restored = Key.restored(key.table(), id);
    assertEquals(key, restored);
    assertTrue(restored.isReserved());
    assertEquals(Key.of("t", id), Key.restored("t", id));
    assertTrue(!Key.restored("t", id).isReserved());
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> Key.restored("", id)));
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> Key.restored("t", new byte[0])));
    assertEquals(ErrorCode.BAD_KEY, codeOf(() -> Key.restored("t", null)));
  }

  @Test
  void aGeneratorTakesItsClockAndItsChanceAsTheyAreHandedIn() {
    Random random = new Random(3);
    TransactionIds ids = new TransactionIds(() -> 77, random::nextLong);
    Set<TransactionId> made = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      made.add(ids.next());
    }
    assertEquals(1_000, made.size());
    assertTrue(made.stream().allMatch(id -> id.createdMs() == 77));
    TransactionId last = TransactionIds.ofThisMachine().next();
    assertTrue(last.createdMs() > 1_700_000_000_000L, last.toString());
  }
}
