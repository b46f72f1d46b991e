package dev.yardmaster.api.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests the codecs of sealed interfaces, sets and large numbers. */
class SealedCodecTest {

  sealed interface Payment {}

  record Card(String number, long cents) implements Payment {}

  record Transfer(long from, long to, long cents) implements Payment {}

  sealed interface Voucher extends Payment {}

  record Gift(UUID code) implements Voucher {}

  record Nothing() implements Voucher {}

  record Order(String article, Payment payment, List<Payment> refunds) {}

  /**
   * The interface {@code Payment} as a later release declares it; the types have the same simple
   * names.
   */
  static final class Later {
    sealed interface Payment {}

    record Card(String number, long cents, String owner) implements Later.Payment {}

    record Crypto(String coin) implements Later.Payment {}
  }

  sealed interface Expression {}

  record Sum(Expression left, Expression right) implements Expression {}

  record Literal(BigInteger value) implements Expression {}

  sealed interface Result<T> {}

  record Found<T>(T value) implements Result<T> {}

  record Missing<T>(String why) implements Result<T> {}

  record Lookup(Result<UUID> uuid) {}

  record Tags(Set<String> texts, Set<Integer> numbers) {}

  private static YardmasterException refused(ErrorCode code, Runnable action) {
    YardmasterException error = assertThrows(YardmasterException.class, action::run);
    assertEquals(code, error.code(), error::getMessage);
    return error;
  }

  private static <T extends Record> void assertComesBack(Class<T> type, T value) {
    RecordCodec<T> codec = RecordCodec.of(type);
    assertEquals(value, codec.decode(codec.encode(value)));
  }

  @Test
  void permittedRecordsComeBack() {
    ValueCodec<Payment> codec = RecordCodec.ofSealed(Payment.class);
    for (Payment each :
        List.of(new Card("4", 5), new Transfer(1, 2, 3), new Gift(new UUID(1, 2)), new Nothing())) {
      assertEquals(each, codec.decode(codec.encode(each)));
    }
    assertNull(codec.decode(codec.encode(null)));
    assertComesBack(
        Order.class, new Order("pen", new Card("4", 5), Arrays.asList(new Nothing(), null)));
    assertComesBack(Order.class, new Order("pen", null, List.of()));
    assertComesBack(Lookup.class, new Lookup(new Found<>(new UUID(3, 4))));
    assertComesBack(Lookup.class, new Lookup(new Missing<>("gone")));
  }

  @Test
  void aRecordIsAListOfItsNameAndItsComponents() {
    assertArrayEquals(
        ValueCodec.basic().encode(List.of("Transfer", 1L, 2L, 3L)),
        RecordCodec.ofSealed(Payment.class).encode(new Transfer(1, 2, 3)));
  }

  @Test
  void anAddedClassIsFineAndAnUnknownClassIsNamed() {
    ValueCodec<Payment> old = RecordCodec.ofSealed(Payment.class);
    ValueCodec<Later.Payment> later = RecordCodec.ofSealed(Later.Payment.class);
    assertEquals(new Later.Card("4", 5, null), later.decode(old.encode(new Card("4", 5))));
    byte[] crypto = later.encode(new Later.Crypto("b"));
    YardmasterException error = refused(ErrorCode.DAMAGED, () -> old.decode(crypto));
    assertEquals("Crypto", error.details().get("class"));
    assertEquals(Payment.class.getName(), error.details().get("interface"));
    byte[] owned = later.encode(new Later.Card("4", 5, "Ada"));
    error = refused(ErrorCode.DAMAGED, () -> old.decode(owned));
    assertEquals("3", error.details().get("written"));
    byte[] text = ValueCodec.basic().encode(List.of("x".repeat(1_000_000)));
    error = refused(ErrorCode.DAMAGED, () -> old.decode(text));
    assertEquals(64, error.details().get("class").length());
    refused(ErrorCode.DAMAGED, () -> old.decode(ValueCodec.basic().encode(List.of())));
  }

  sealed interface HasClass {}

  static final class NoRecord implements HasClass {}

  sealed interface Same {}

  record Card2() implements Same {}

  static final class Other {
    record Card2() implements Same {}
  }

  @Test
  void onlyInterfacesOfRecordsHaveCodecs() {
    YardmasterException error =
        refused(ErrorCode.BAD_VALUE, () -> RecordCodec.ofSealed(HasClass.class));
    assertEquals(NoRecord.class.getTypeName(), error.details().get("type"));
    refused(ErrorCode.BAD_VALUE, () -> RecordCodec.ofSealed(Same.class));
    refused(ErrorCode.BAD_VALUE, () -> RecordCodec.ofSealed(Card.class));
    refused(ErrorCode.BAD_VALUE, () -> RecordCodec.ofSealed(Runnable.class));
  }

  @Test
  void aTreeHasItsDepthInLists() {
    ValueCodec<Expression> codec = RecordCodec.ofSealed(Expression.class);
    Expression deep = new Literal(BigInteger.ONE);
    for (int i = 1; i < 8; i++) {
      deep = new Sum(deep, null);
    }
    assertEquals(deep, codec.decode(codec.encode(deep)));
    Expression deeper = new Sum(deep, null);
    YardmasterException error = refused(ErrorCode.BAD_VALUE, () -> codec.encode(deeper));
    assertEquals("9", error.details().get("depth"));
  }

  record Large(BigInteger number) {}

  @Test
  void wholeNumbersHaveAThousandDigits() {
    BigInteger most = BigInteger.TEN.pow(1000).subtract(BigInteger.ONE);
    assertComesBack(Large.class, new Large(most));
    assertComesBack(Large.class, new Large(most.negate()));
    RecordCodec<Large> codec = RecordCodec.of(Large.class);
    for (BigInteger more :
        List.of(most.add(BigInteger.ONE), most.negate().subtract(BigInteger.ONE))) {
      refused(ErrorCode.BAD_VALUE, () -> codec.encode(new Large(more)));
      refused(
          ErrorCode.DAMAGED,
          () -> codec.decode(ValueCodec.basic().encode(List.of(more.toString()))));
    }
    refused(ErrorCode.DAMAGED, () -> codec.decode(ValueCodec.basic().encode(List.of("4.5"))));
  }

  @Test
  void setsKeepTheirElementsAndTheirOrder() {
    Set<String> texts = new LinkedHashSet<>(List.of("b", "a", "c"));
    RecordCodec<Tags> codec = RecordCodec.of(Tags.class);
    Tags decoded = codec.decode(codec.encode(new Tags(texts, Set.of(7))));
    assertEquals(List.copyOf(texts), List.copyOf(decoded.texts()));
    assertThrows(UnsupportedOperationException.class, () -> decoded.numbers().add(8));
    refused(
        ErrorCode.DAMAGED,
        () -> codec.decode(ValueCodec.basic().encode(List.of(List.of("a", "a"), List.of(7)))));
  }

  /** A record that is ordered, so that it may be an element of a set. */
  record Position(int x, int y) implements Comparable<Position> {
    @Override
    public int compareTo(Position other) {
      return Long.compare(((long) x << 32) + y, ((long) other.x << 32) + other.y);
    }
  }

  interface Ranked extends Comparable<Ranked> {}

  /**
   * A record that is comparable only through another interface. A hash table does not use this
   * order.
   */
  record Rank(int number) implements Ranked {
    @Override
    public int compareTo(Ranked other) {
      return 0;
    }
  }

  record Positions(Set<Position> positions) {}

  record Ranks(Set<Rank> ranks) {}

  record Mixed(Map<Comparable<?>, String> keys) {}

  record Payments(Set<Payment> payments) {}

  @Test
  void elementsMustHaveAnOrder() {
    refused(ErrorCode.BAD_VALUE, () -> RecordCodec.of(Ranks.class));
    refused(ErrorCode.BAD_VALUE, () -> RecordCodec.of(Mixed.class));
    refused(ErrorCode.BAD_VALUE, () -> RecordCodec.of(Payments.class));
    assertComesBack(Positions.class, new Positions(Set.of(new Position(1, 2))));
  }

  /** A caller may choose elements with equal hashes. */
  @Test
  void elementsWithEqualHashesAreFast() {
    List<Object> equalHashes = new ArrayList<>();
    for (int x = 0; x < 40_000; x++) {
      equalHashes.add(List.of(x, -31 * x));
    }
    assertEquals(new Position(0, 0).hashCode(), new Position(5, -155).hashCode());
    byte[] bytes = ValueCodec.basic().encode(List.of(equalHashes));
    Positions decoded =
        assertTimeoutPreemptively(
            Duration.ofSeconds(30), () -> RecordCodec.of(Positions.class).decode(bytes));
    assertEquals(40_000, decoded.positions().size());
  }

  @Test
  void malformedBytesAreRefused() {
    RecordCodec<Order> codec = RecordCodec.of(Order.class);
    byte[] sound =
        codec.encode(new Order("pen", new Transfer(1, 2, 3), List.of(new Gift(new UUID(1, 2)))));
    for (int length = 0; length < sound.length; length++) {
      byte[] cut = Arrays.copyOf(sound, length);
      refused(ErrorCode.DAMAGED, () -> codec.decode(cut));
    }
    Random random = new Random(1);
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = sound.clone();
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      try {
        Order decoded = codec.decode(changed);
        assertEquals(decoded, codec.decode(codec.encode(decoded)));
        read++;
      } catch (YardmasterException error) {
        assertEquals(ErrorCode.DAMAGED, error.code(), error::getMessage);
      }
    }
    assertTrue(read > 1000, "read=" + read);
  }
}
