package dev.yardmaster.play.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Reads and prints keys and values. */
class KeyAndValueTextTest {

  @Test
  void aKeyHasATableOrIsInTheDefaultTable() {
    assertEquals(Key.of("play", "x"), KeyText.parse("x"));
    assertEquals(Key.of("play", -4), KeyText.parse("-4"));
    assertEquals(Key.of("item", "lamp"), KeyText.parse("item/lamp"));
    assertEquals(Key.of("item", 17), KeyText.parse("item/17"));
    assertEquals(Key.of("a", "b/c"), KeyText.parse("a/b/c"));
    for (String text : new String[] {"x", "-4", "item/lamp", "item/17", "a/b/c"}) {
      assertEquals(text, KeyText.of(KeyText.parse(text)));
    }
    assertEquals("item/0x0aff", KeyText.of(Key.of("item", new byte[] {10, -1})));
  }

  @Test
  void aKeyNeedsATableAndAnId() {
    for (String wrong : new String[] {"", "/x", "item/", "yardmaster.tables/x"}) {
      assertEquals(
          ErrorCode.BAD_KEY,
          assertThrows(YardmasterException.class, () -> KeyText.parse(wrong)).code(),
          wrong);
    }
  }

  @Test
  void aNumberIsPrintedAsItWasRead() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 1_000; i++) {
      long number = random.nextLong() >> random.nextInt(1, 64);
      String text = Long.toString(number);
      assertArrayEquals(Values.ofLong(number), ValueText.parse(text));
      // A value whose 8 bytes are all printable characters is printed as a text. As a number, such
      // a value is above 2 to the power of 60.
      if (Math.abs(number) < 1L << 56) {
        assertEquals(text, ValueText.of(ValueText.parse(text)));
      }
    }
  }

  @Test
  void textsAreTextsAndOtherBytesAreHexadecimal() {
    assertArrayEquals("straße".getBytes(UTF_8), ValueText.parse("straße"));
    for (String text :
        new String[] {"straße", "hello world", "", "abcdefgh", "1.5", "9".repeat(19)}) {
      assertEquals(text, ValueText.of(ValueText.parse(text)));
    }
    assertEquals("0x00ff", ValueText.of(new byte[] {0, -1}));
    assertEquals(ValueText.NONE, ValueText.of(null));
  }
}
