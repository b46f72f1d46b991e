package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ScanTest {

  private static Key key(long id) {
    return Key.of("t", id);
  }

  private static String messageOf(Executable asking) {
    return assertThrows(YardmasterException.class, asking).getMessage();
  }

  @Test
  void aRangeHasItsFirstKeyAndNotItsEnd() {
    Scan scan = Scan.forward(key(3), key(5), 10);
    assertFalse(scan.covers(key(2)));
    assertTrue(scan.covers(key(3)));
    assertTrue(scan.covers(key(4)));
    assertFalse(scan.covers(key(5)));
    assertFalse(scan.covers(Key.of("t", "4")));
    assertFalse(scan.isToTableEnd());
    assertFalse(Scan.forward(key(3), key(3), 1).covers(key(3)));
  }

  @Test
  void aRangeWithoutAnEndHasTheRestOfItsTable() {
    Scan scan = Scan.backward(key(3), null, 10);
    assertTrue(scan.isToTableEnd());
    assertTrue(scan.covers(key(Long.MAX_VALUE)));
    assertTrue(scan.covers(Key.of("t", "x")));
    byte[] highest = new byte[Key.MAX_ID_BYTES];
    java.util.Arrays.fill(highest, (byte) -1);
    assertTrue(scan.covers(Key.of("t", highest)));
    for (String other : new String[] {"s", "t\u0000", "t\u0001", "ta", "u"}) {
      assertFalse(scan.covers(Key.of(other, 5)), other);
    }
    // The constructor must accept the end of one scan as the end of another scan.
    assertEquals(scan, new Scan(scan.from(), scan.to(), 10, true));
  }

  @Test
  void scansOfTheSameKeysAreEqualOnlyIfAllElseIs() {
    Scan scan = Scan.forward(key(1), key(2), 3);
    assertEquals(scan, Scan.forward(Key.of("t", 1), Key.of("t", 2), 3));
    assertEquals(scan.hashCode(), Scan.forward(Key.of("t", 1), Key.of("t", 2), 3).hashCode());
    assertNotEquals(scan, Scan.forward(key(1), key(2), 4));
    assertNotEquals(scan, Scan.forward(key(1), null, 3));
    assertNotEquals(scan, Scan.backward(key(1), key(2), 3));
  }

  @Test
  void anErrorNamesWhatIsWrong() {
    assertEquals(
        "BAD_SCAN: a scan gives 1 to 10000 keys (limit=0)",
        messageOf(() -> Scan.forward(key(1), null, 0)));
    assertEquals(
        "BAD_SCAN: a scan gives 1 to 10000 keys (limit=10001)",
        messageOf(() -> Scan.forward(key(1), null, 10_001)));
    assertEquals(
        "BAD_SCAN: a scan stays within one table (from=t/1, to=u/2)",
        messageOf(() -> Scan.forward(key(1), Key.of("u", 2), 1)));
    assertEquals(
        "BAD_SCAN: a scan's range does not end before it begins (from=t/2, to=t/1)",
        messageOf(() -> Scan.backward(key(2), key(1), 1)));
  }

  @Test
  void scansReadWell() {
    assertEquals("t/1 to t/2, limit 3", Scan.forward(key(1), key(2), 3).toString());
    assertEquals(
        "backward t/\"a\" to the table's end, limit 1",
        Scan.backward(Key.of("t", "a"), null, 1).toString());
  }
}
