package dev.yardmaster.validator;

import static dev.yardmaster.validator.Keys.key;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.validator.NewestValues.Knowledge;
import org.junit.jupiter.api.Test;

class NewestValuesTest {

  /**
   * A table with one bucket. The fifth key makes the bucket discard the key that was written first.
   */
  private final CommittedVersions committed = new CommittedVersions(4);

  private final NewestValues newest = new NewestValues(committed);

  private void write(long fingerprint, String key, long version, byte[] value) {
    committed.remember(committed.committed(fingerprint, version), key(key), value);
  }

  @Test
  void whatWasNotWrittenSinceItWasReadIsUnchanged() {
    write(1, "a", 5, new byte[] {50});
    assertEquals(Knowledge.UNCHANGED, newest.find(1, key("a"), 5));
    assertEquals(Knowledge.UNCHANGED, newest.find(1, key("a"), 9));
    assertEquals(Knowledge.UNCHANGED, newest.find(2, key("b"), 0), "never written");
  }

  @Test
  void whatWasWrittenSinceIsNewerWithItsValueAndVersion() {
    write(1, "a", 5, new byte[] {50});
    write(2, "b", 6, new byte[] {60});
    write(1, "a", 7, new byte[] {70});
    assertEquals(Knowledge.NEWER, newest.find(1, key("a"), 6));
    assertArrayEquals(new byte[] {70}, newest.value());
    assertEquals(7, newest.version());
  }

  @Test
  void aDeletionIsNewerToo() {
    write(1, "a", 5, new byte[] {50});
    write(1, "a", 6, null);
    assertEquals(Knowledge.NEWER, newest.find(1, key("a"), 5));
    assertSame(null, newest.value());
    assertEquals(6, newest.version());
  }

  @Test
  void whatWasWrittenWithoutAValueIsUnknown() {
    write(1, "a", 5, new byte[] {50});
    committed.committed(1, 6);
    assertEquals(Knowledge.UNKNOWN, newest.find(1, key("a"), 5));
    assertEquals(Knowledge.UNCHANGED, newest.find(1, key("a"), 6));
  }

  @Test
  void anotherKeyWithTheSameFingerprintIsNoAnswer() {
    write(1, "a", 5, new byte[] {50});
    write(1, "b", 6, new byte[] {60});
    assertEquals(Knowledge.UNKNOWN, newest.find(1, key("a"), 4));
    assertEquals(Knowledge.NEWER, newest.find(1, key("b"), 4));
    assertEquals(
        Knowledge.UNCHANGED,
        newest.find(1, key("a"), 6),
        "a key without a write since version 6" + " must count as unwritten");
  }

  @Test
  void belowTheFloorNothingIsKnown() {
    for (int key = 1; key <= 5; key++) {
      write(key, "key" + key, 10 + key, new byte[1]);
    }
    // Version 11, of key 1, is the highest version that the bucket has discarded.
    assertEquals(Knowledge.UNKNOWN, newest.find(1, key("key1"), 10));
    assertEquals(Knowledge.UNKNOWN, newest.find(77, key("other"), 10));
    assertEquals(Knowledge.UNCHANGED, newest.find(1, key("key1"), 11));
    assertEquals(Knowledge.UNCHANGED, newest.find(77, key("other"), 11));
  }

  @Test
  void ofAKeyThatWasNotReadOnlyAWrittenValueIsKnown() {
    assertEquals(Knowledge.UNKNOWN, newest.find(1, key("a"), NewestValues.NOT_READ));
    write(1, "a", 5, new byte[] {50});
    assertEquals(Knowledge.NEWER, newest.find(1, key("a"), NewestValues.NOT_READ));
    assertEquals(5, newest.version());
  }
}
