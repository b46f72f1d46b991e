package dev.yardmaster.api.codec;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordCodecTest {

  record Account(String owner, long cents) {}

  /** The record {@link Account} as a later release declares it. */
  record LargerAccount(
      String owner, long cents, int limit, Optional<String> note, List<String> tags) {}

  enum Color {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "like grass";
      }
    }
  }

  record Numbers(
      boolean truth,
      byte small,
      short medium,
      char letter,
      int number,
      long large,
      float rough,
      double fine) {}

  record Boxes(
      Boolean truth,
      Byte small,
      Short medium,
      Character letter,
      Integer number,
      Long large,
      Float rough,
      Double fine) {}

  record Values(
      String text,
      UUID uuid,
      Instant at,
      Duration time,
      LocalDate day,
      BigDecimal price,
      Color color) {}

  record Parts(
      Account account,
      List<Account> accounts,
      Map<String, List<Integer>> scores,
      Optional<UUID> uuid,
      Pair<Color, Long> pair,
      Object any) {}

  record Pair<A, B>(A first, B second) {}

  record Chain(int number, Chain next) {}

  record Positive(long number) {
    Positive {
      if (number <= 0) {
        throw new IllegalArgumentException("not positive");
      }
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // The codec writes arrays of bytes.
  record Blob(byte[] bytes) {}

  record Nothing() {}

  private static <T extends Record> T roundTrip(Class<T> type, T value) {
    RecordCodec<T> codec = RecordCodec.of(type);
    return codec.decode(codec.encode(value));
  }

  private static YardmasterException refused(ErrorCode code, Runnable action) {
    YardmasterException error = assertThrows(YardmasterException.class, action::run);
    assertEquals(code, error.code(), error::getMessage);
    return error;
  }

  private static final Values SOME_VALUES =
      new Values(
          "zwölf 🙂",
          new UUID(1, -1),
          Instant.parse("1969-12-31T23:59:59.999999999Z"),
          Duration.ofNanos(-1),
          LocalDate.of(-4, 2, 29),
          new BigDecimal("-12.3400"),
          Color.GREEN);

  private static final Parts SOME_PARTS =
      new Parts(
          new Account("Ada", 5),
          Arrays.asList(new Account(null, -1), null),
          Map.of("a", List.of(1, 2)),
          Optional.of(new UUID(3, 4)),
          new Pair<>(Color.RED, 7L),
          List.of("any", 1, 2.5));

  @Test
  void recordsComeBack() {
    assertEquals(new Account("Ada", 500), roundTrip(Account.class, new Account("Ada", 500)));
    assertNull(roundTrip(Account.class, null));
    assertEquals(SOME_VALUES, roundTrip(Values.class, SOME_VALUES));
    assertEquals(SOME_PARTS, roundTrip(Parts.class, SOME_PARTS));
    assertEquals(new Nothing(), roundTrip(Nothing.class, new Nothing()));
    Chain chain = new Chain(1, new Chain(2, new Chain(3, null)));
    assertEquals(chain, roundTrip(Chain.class, chain));
    Values empty = new Values(null, null, null, null, null, null, null);
    assertEquals(empty, roundTrip(Values.class, empty));
    byte[] bytes = {1, 2};
    assertArrayEquals(bytes, roundTrip(Blob.class, new Blob(bytes)).bytes());
  }

  @Test
  void numbersComeBack() {
    Random random = new Random(1);
    for (int i = 0; i < 1_000; i++) {
      Numbers numbers =
          new Numbers(
              random.nextBoolean(),
              (byte) random.nextInt(),
              (short) random.nextInt(),
              (char) random.nextInt(),
              random.nextInt(),
              random.nextLong(),
              Float.intBitsToFloat(random.nextInt()),
              Double.longBitsToDouble(random.nextLong()));
      assertEquals(numbers, roundTrip(Numbers.class, numbers));
      Boxes boxes =
          new Boxes(
              numbers.truth(),
              numbers.small(),
              numbers.medium(),
              numbers.letter(),
              numbers.number(),
              numbers.large(),
              numbers.rough(),
              numbers.fine());
      assertEquals(boxes, roundTrip(Boxes.class, boxes));
    }
    Boxes none = new Boxes(null, null, null, null, null, null, null, null);
    assertEquals(none, roundTrip(Boxes.class, none));
  }

  /** These bytes are in data directories, so they must not change. */
  @Test
  void theFormatStays() {
    assertBytes(
        "0800000002 0600000003416461 0400000000000001f4",
        RecordCodec.of(Account.class).encode(new Account("Ada", 500)));
    assertBytes(
        "0800000008 02 03ffffffff 0300000002 0300000041 0300000003 040000000000000004"
            + " 053ff8000000000000 05c000000000000000",
        RecordCodec.of(Numbers.class)
            .encode(new Numbers(true, (byte) -1, (short) 2, 'A', 3, 4, 1.5f, -2)));
    assertBytes(
        "0800000007 060000000b 7a77c3b66c6620f09f9982 0700000010 0000000000000001ffffffffffffffff"
            + " 070000000c ffffffffffffffff3b9ac9ff 070000000c ffffffffffffffff3b9ac9ff"
            + " 04fffffffffff4ffde"
            + " 0600000008 2d31322e33343030 0600000005 475245454e",
        RecordCodec.of(Values.class).encode(SOME_VALUES));
    assertBytes(
        "0800000006 0800000002 0600000003 416461 040000000000000005"
            + " 0800000002 0800000002 00 04ffffffffffffffff 00"
            + " 0800000002 0600000001 61 0800000002 0300000001 0300000002"
            + " 0700000010 00000000000000030000000000000004"
            + " 0800000002 0600000003 524544 040000000000000007"
            + " 0800000003 0600000003 616e79 0300000001 054004000000000000",
        RecordCodec.of(Parts.class).encode(SOME_PARTS));
    assertBytes("00", RecordCodec.of(Account.class).encode(null));
  }

  private static void assertBytes(String expected, byte[] bytes) {
    assertEquals(expected.replace(" ", ""), HexFormat.of().formatHex(bytes));
  }

  /**
   * A program in another language sees a record as a list, and may encode each number in the
   * shortest form.
   */
  @Test
  void aRecordIsAListOfItsComponents() {
    assertEquals(
        List.of("Ada", 500L),
        ValueCodec.basic().decode(RecordCodec.of(Account.class).encode(new Account("Ada", 500))));
    byte[] list = ValueCodec.basic().encode(List.of("Ada", 500));
    assertEquals(new Account("Ada", 500), RecordCodec.of(Account.class).decode(list));
    byte[] large = ValueCodec.basic().encode(List.of(true, 1L, 2L, 3L, 1L << 40, 5L, 1.0, 2.0));
    YardmasterException error =
        refused(ErrorCode.DAMAGED, () -> RecordCodec.of(Numbers.class).decode(large));
    assertEquals("Numbers.number", error.details().get("component"));
  }

  @Test
  void componentsMayBeAdded() {
    byte[] older = RecordCodec.of(Account.class).encode(new Account("Ada", 500));
    assertEquals(
        new LargerAccount("Ada", 500, 0, Optional.empty(), null),
        RecordCodec.of(LargerAccount.class).decode(older));
    byte[] newer =
        RecordCodec.of(LargerAccount.class)
            .encode(new LargerAccount("Ada", 500, 7, Optional.of("rich"), List.of("a", "b")));
    YardmasterException error =
        refused(ErrorCode.DAMAGED, () -> RecordCodec.of(Account.class).decode(newer));
    assertEquals("5", error.details().get("written"));
    assertEquals(
        new Account("Ada", 500), RecordCodec.forwardCompatible(Account.class).decode(newer));
  }

  @Test
  void aRecordsConstructorIsHeard() {
    byte[] bytes = ValueCodec.basic().encode(List.of(-1L));
    YardmasterException error =
        refused(ErrorCode.DAMAGED, () -> RecordCodec.of(Positive.class).decode(bytes));
    assertTrue(error.getMessage().contains("not positive"), error::getMessage);
  }

  record HasLocks(String name, Set<Object> locks) {}

  record HasNested(List<HasLocks> sets) {}

  @SuppressWarnings("ArrayRecordComponent") // The codec must refuse other arrays.
  record HasArray(int[] numbers) {}

  record HasTwice(Optional<Optional<String>> text) {}

  record HasArrayKeys(Map<byte[], String> texts) {}

  @Test
  void aTypeWithoutACodecIsNamed() {
    YardmasterException error = refused(ErrorCode.BAD_VALUE, () -> RecordCodec.of(HasNested.class));
    assertEquals("HasLocks.locks", error.details().get("of"));
    assertEquals("java.util.Set<java.lang.Object>", error.details().get("type"));
    refused(ErrorCode.BAD_VALUE, () -> RecordCodec.of(HasArray.class));
    refused(ErrorCode.BAD_VALUE, () -> RecordCodec.of(HasTwice.class));
    refused(ErrorCode.BAD_VALUE, () -> RecordCodec.of(HasArrayKeys.class));
  }

  record Texts(List<String> texts) {}

  record Price(Map<String, BigDecimal> prices) {}

  /**
   * Compiles a record with the given number of components. Each component takes two slots of the
   * constructor's parameters.
   */
  private static Class<? extends Record> wide(Path folder, int components, ClassLoader loader)
      throws IOException, ClassNotFoundException {
    String name = "Wide" + components;
    String list = IntStream.range(0, components).mapToObj(i -> "long c" + i).collect(joining(", "));
    Path file = folder.resolve(name + ".java");
    Files.writeString(file, "public record " + name + "(" + list + ") {}");
    assertEquals(
        0, ToolProvider.getSystemJavaCompiler().run(null, null, null, file.toString()), list);
    return loader.loadClass(name).asSubclass(Record.class);
  }

  @Test
  void aRecordHasAtMostAHundredComponents(@TempDir Path folder)
      throws IOException, ReflectiveOperationException {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Class<? extends Record> widest = wide(folder, 100, loader);
      Object[] components = LongStream.range(0, 100).boxed().toArray();
      Record value = (Record) widest.getDeclaredConstructors()[0].newInstance(components);
      byte[] bytes = ValueCodec.basic().encode(Arrays.asList(components));
      assertEquals(value, RecordCodec.of(widest).decode(bytes));
      Class<? extends Record> wider = wide(folder, 101, loader);
      YardmasterException error = refused(ErrorCode.BAD_VALUE, () -> RecordCodec.of(wider));
      assertEquals("101", error.details().get("components"));
    }
  }

  @Test
  void limitsAreNamed() {
    Chain chain = null;
    for (int i = 0; i < 8; i++) {
      chain = new Chain(i, chain);
    }
    assertEquals(chain, roundTrip(Chain.class, chain));
    Chain deep = new Chain(8, chain);
    YardmasterException error =
        refused(ErrorCode.BAD_VALUE, () -> RecordCodec.of(Chain.class).encode(deep));
    assertEquals("9", error.details().get("depth"));
    assertEquals("Chain.next", error.details().get("component"));

    Texts most = new Texts(Collections.nCopies((1 << 17) - 1, "a"));
    assertEquals(most, roundTrip(Texts.class, most));
    Texts more = new Texts(Collections.nCopies(1 << 17, "a"));
    error = refused(ErrorCode.BAD_VALUE, () -> RecordCodec.of(Texts.class).encode(more));
    assertEquals("131073", error.details().get("elements"));

    Price exact = new Price(Map.of("a", new BigDecimal("1".repeat(1000) + "e-2000000000")));
    assertEquals(exact, roundTrip(Price.class, exact));
    Price longer = new Price(Map.of("a", new BigDecimal("1".repeat(1001))));
    error = refused(ErrorCode.BAD_VALUE, () -> RecordCodec.of(Price.class).encode(longer));
    assertEquals("1001", error.details().get("digits"));

    error =
        refused(ErrorCode.BAD_VALUE, () -> roundTrip(Texts.class, new Texts(List.of("\ud800"))));
    assertEquals("Texts.texts", error.details().get("component"));
    @SuppressWarnings("NullOptional") // The codec must refuse it.
    LargerAccount incomplete = new LargerAccount("a", 1, 2, null, null);
    refused(ErrorCode.BAD_VALUE, () -> roundTrip(LargerAccount.class, incomplete));
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // A caller may cast, so the codec checks.
  void valuesOfAnotherClassAreRefused() {
    RecordCodec codec = RecordCodec.of(Account.class);
    refused(ErrorCode.BAD_VALUE, () -> codec.encode(new Nothing()));
    RecordCodec nothing = RecordCodec.of(Nothing.class);
    refused(ErrorCode.BAD_VALUE, () -> nothing.encode(new Account("Ada", 1)));
  }

  /**
   * Bytes that were cut, changed or extended either decode to some record, or are refused with the
   * library's own error.
   */
  @Test
  void malformedBytesAreRefused() {
    attack(RecordCodec.of(Values.class), SOME_VALUES, 1);
    attack(RecordCodec.of(Parts.class), SOME_PARTS, 2);
    attack(RecordCodec.of(Chain.class), new Chain(1, new Chain(2, null)), 3);
    attack(RecordCodec.forwardCompatible(Account.class), new Account("Ada", 5), 4);
    attack(RecordCodec.of(Positive.class), new Positive(5), 5);
    attack(
        RecordCodec.of(Numbers.class), new Numbers(true, (byte) 1, (short) 2, 'c', 4, 5, 6, 7), 6);
  }

  private static <T extends Record> void attack(RecordCodec<T> codec, T value, long seed) {
    byte[] sound = codec.encode(value);
    for (int length = 0; length < sound.length; length++) {
      byte[] cut = Arrays.copyOf(sound, length);
      refused(ErrorCode.DAMAGED, () -> codec.decode(cut));
    }
    refused(ErrorCode.DAMAGED, () -> codec.decode(Arrays.copyOf(sound, sound.length + 1)));
    for (int at = 0; at < sound.length; at++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        byte[] flipped = sound.clone();
        flipped[at] ^= (byte) (1 << bit);
        decode(codec, flipped);
      }
    }
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = sound.clone();
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        changed[random.nextInt(changed.length)] =
            (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(9));
      }
      decode(codec, changed);
    }
  }

  private static <T extends Record> void decode(RecordCodec<T> codec, byte[] bytes) {
    try {
      byte[] decoded = codec.encode(codec.decode(bytes));
      assertArrayEquals(decoded, codec.encode(codec.decode(decoded)));
    } catch (YardmasterException error) {
      assertEquals(ErrorCode.DAMAGED, error.code(), error::getMessage);
    }
  }

  /**
   * The input consists of nested lists, each of which claims as many elements as there are bytes
   * left.
   */
  @Test
  void aDecoderTrustsNoCount() {
    RecordCodec<Parts> codec = RecordCodec.of(Parts.class);
    ByteBuffer claims = ByteBuffer.allocate(8 << 20);
    for (int depth = 0; depth < 8; depth++) {
      claims.put((byte) 8).putInt(claims.remaining() - Integer.BYTES);
    }
    long before = allocatedBytes();
    refused(ErrorCode.DAMAGED, () -> codec.decode(claims.array()));
    assertTrue(allocatedBytes() - before < 1 << 20, () -> "allocated " + allocatedBytes());
    byte[] text = {8, 0, 0, 0, 2, 6, 127, -1, -1, -1, 65};
    refused(ErrorCode.DAMAGED, () -> RecordCodec.of(Account.class).decode(text));
    assertTrue(allocatedBytes() - before < 1 << 20, () -> "allocated " + allocatedBytes());
  }

  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  @Test
  void generatedValuesComeBack() {
    RecordCodec<Parts> codec = RecordCodec.of(Parts.class);
    for (long seed = 0; seed < 500; seed++) {
      Parts parts = parts(new Random(seed));
      assertEquals(parts, codec.decode(codec.encode(parts)), "seed " + seed);
    }
  }

  private static Parts parts(Random random) {
    List<Account> accounts = new ArrayList<>();
    Map<String, List<Integer>> scores = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      accounts.add(random.nextInt(4) == 0 ? null : account(random));
      scores.put("score " + i, List.of(random.nextInt(), random.nextInt()));
    }
    return new Parts(
        account(random),
        accounts,
        scores,
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(new UUID(random.nextLong(), random.nextLong())),
        new Pair<>(Color.values()[random.nextInt(2)], random.nextLong()),
        random.nextLong());
  }

  private static Account account(Random random) {
    return new Account(random.nextBoolean() ? null : "" + random.nextInt(), random.nextLong());
  }
}
