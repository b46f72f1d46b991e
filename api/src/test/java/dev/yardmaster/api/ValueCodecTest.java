package dev.yardmaster.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValueCodecTest {

  private static final ValueCodec<Object> BASIC = ValueCodec.basic();
  private static final ValueCodec<OneShot.Result> ONE_SHOT = OneShot.PROCEDURE.resultCodec();

  private static Object roundTrip(Object value) {
    return BASIC.decode(BASIC.encode(value));
  }

  private static List<Object> nested(int depth) {
    List<Object> list = new ArrayList<>();
    list.add(depth == 1 ? (Object) "core" : nested(depth - 1));
    return list;
  }

  @Test
  void basicValuesAndListsOfThemComeBack() {
    for (Object value :
        Arrays.asList(
            null,
            true,
            false,
            0,
            Integer.MIN_VALUE,
            -1L,
            Long.MAX_VALUE,
            0.0,
            -0.0,
            Double.NaN,
            "",
            "zwölf 🙂",
            List.of(),
            Arrays.asList(1, null, "a", List.of(2L, 3.5), List.of(List.of(true))),
            nested(BasicFormat.MAX_DEPTH))) {
      assertEquals(value, roundTrip(value));
    }
    assertArrayEquals(new byte[] {1, 2}, (byte[]) roundTrip(new byte[] {1, 2}));
    assertArrayEquals(new byte[0], (byte[]) ((List<?>) roundTrip(List.of(new byte[0]))).get(0));
  }

  /**
   * The input consists of eight nested lists, each of which claims as many elements as there are
   * bytes left. A decoder that allocates lists of the claimed length needs a second and 256 MiB for
   * an input of 8 MiB.
   */
  @Test
  void aDecoderTrustsNoCount() {
    ByteBuffer claims = ByteBuffer.allocate(8 << 20);
    for (int depth = 0; depth < BasicFormat.MAX_DEPTH; depth++) {
      claims.put((byte) 8).putInt(claims.remaining() - Integer.BYTES);
    }
    long before = allocatedBytes();
    YardmasterException error =
        assertThrows(YardmasterException.class, () -> BASIC.decode(claims.array()));
    assertEquals(ErrorCode.DAMAGED, error.code());
    assertTrue(allocatedBytes() - before < 1 << 20, () -> "allocated " + allocatedBytes());

    List<Object> large = Collections.nCopies(BasicFormat.MAX_ELEMENTS - 2, 1L);
    List<Object> most = List.of(large, true);
    assertEquals(most, roundTrip(most));
    error =
        assertThrows(YardmasterException.class, () -> BASIC.encode(List.of(large, true, false)));
    assertEquals(ErrorCode.BAD_VALUE, error.code());
  }

  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  @Test
  void whatIsNotBasicIsRefused() {
    List<Object> itself = new ArrayList<>();
    itself.add(itself);
    for (Object value :
        List.of(
            'c',
            1.5f,
            Map.of(),
            new int[0],
            List.of(new Object()),
            nested(BasicFormat.MAX_DEPTH + 1),
            itself,
            "\ud800")) {
      assertEquals(
          ErrorCode.BAD_VALUE,
          assertThrows(YardmasterException.class, () -> BASIC.encode(value)).code());
    }
  }

  private static OneShot.Result result() {
    List<Key> keys = List.of(Key.of("a", 1), Key.of("a", "text"), Key.of("bä", new byte[] {7}));
    byte[][] values = {{1, 2, 3}, null, {}};
    return new OneShot.Result(listOf(keys), values);
  }

  @Test
  void aOneShotsResultComesBackWithItsKeys() {
    OneShot.Result back = ONE_SHOT.decode(ONE_SHOT.encode(result()));
    assertArrayEquals(new byte[] {1, 2, 3}, back.get(Key.of("a", 1)));
    assertNull(back.get(Key.of("a", "text")));
    assertArrayEquals(new byte[0], back.get(Key.of("bä", new byte[] {7})));
    assertEquals(
        ErrorCode.UNDECLARED_KEY,
        assertThrows(YardmasterException.class, () -> back.get(Key.of("a", 2))).code());
  }

  /**
   * Truncated, extended or changed bytes must either decode to some value or cause a clear error.
   */
  @Test
  void malformedBytesAreAClearError() {
    byte[] list = BASIC.encode(Arrays.asList("abc", 7L, new byte[9], null, List.of(true, 2.5)));
    byte[] oneShot = ONE_SHOT.encode(result());
    for (int length = 0; length < list.length; length++) {
      assertDamaged(BASIC, Arrays.copyOf(list, length));
    }
    for (int length = 0; length < oneShot.length; length++) {
      assertDamaged(ONE_SHOT, Arrays.copyOf(oneShot, length));
    }
    assertDamaged(BASIC, Arrays.copyOf(list, list.length + 1));
    assertDamaged(ONE_SHOT, Arrays.copyOf(oneShot, oneShot.length + 1));
    assertDamaged(BASIC, new byte[] {99});
    assertDamaged(BASIC, new byte[] {6, 127, -1, -1, -1});
    assertDamaged(BASIC, new byte[] {8, -1, -1, -1, -1});
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      change(BASIC, list, random);
      change(ONE_SHOT, oneShot, random);
    }
  }

  private static void change(ValueCodec<?> codec, byte[] sound, Random random) {
    byte[] changed = sound.clone();
    changed[random.nextInt(changed.length)] = (byte) random.nextInt();
    try {
      codec.decode(changed);
    } catch (YardmasterException damaged) {
      assertEquals(ErrorCode.DAMAGED, damaged.code(), damaged::getMessage);
    }
  }

  private static void assertDamaged(ValueCodec<?> codec, byte[] bytes) {
    assertEquals(
        ErrorCode.DAMAGED,
        assertThrows(YardmasterException.class, () -> codec.decode(bytes)).code());
  }

  private static KeyList listOf(List<Key> keys) {
    KeyList list = new KeyList();
    keys.forEach(list::add);
    return list;
  }
}
