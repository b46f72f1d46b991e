package dev.yardmaster.api;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A condition or a write of a {@link OneShot}. Instances are immutable: a statement owns its array
 * of bytes, and the transaction copies the value when it executes a put.
 */
final class Statement {

  /** The maximum number of bytes of a value that are shown in the reason of an abort. */
  private static final int SHOWN_BYTES = 16;

  private enum Kind {
    REQUIRE,
    REQUIRE_ABSENT,
    REQUIRE_AT_LEAST,
    PUT,
    PUT_LONG,
    ADD,
    DELETE
  }

  private final Kind kind;
  private final Key key;
  private final byte @Nullable [] bytes;
  private final long number;

  private Statement(Kind kind, Key key, byte @Nullable [] bytes, long number) {
    this.kind = kind;
    this.key = key;
    this.bytes = bytes;
    this.number = number;
  }

  static Statement require(Key key, byte[] value) {
    return new Statement(Kind.REQUIRE, key, value, 0);
  }

  static Statement requireAbsent(Key key) {
    return new Statement(Kind.REQUIRE_ABSENT, key, null, 0);
  }

  static Statement requireAtLeast(Key key, long least) {
    return new Statement(Kind.REQUIRE_AT_LEAST, key, null, least);
  }

  static Statement put(Key key, byte[] value) {
    return new Statement(Kind.PUT, key, value, 0);
  }

  static Statement putLong(Key key, long value) {
    return new Statement(Kind.PUT_LONG, key, null, value);
  }

  static Statement add(Key key, long delta) {
    return new Statement(Kind.ADD, key, null, delta);
  }

  static Statement delete(Key key) {
    return new Statement(Kind.DELETE, key, null, 0);
  }

  Key key() {
    return key;
  }

  /** Returns the value that is compared or put. */
  private byte[] value() {
    return Objects.requireNonNull(bytes);
  }

  /** Passes the statement to a target. */
  void stateTo(OneShot.Statements target) {
    switch (kind) {
      case REQUIRE -> target.require(key, value());
      case REQUIRE_ABSENT -> target.requireAbsent(key);
      case REQUIRE_AT_LEAST -> target.requireAtLeast(key, number);
      case PUT -> target.put(key, value());
      case PUT_LONG -> target.putLong(key, number);
      case ADD -> target.add(key, number);
      case DELETE -> target.delete(key);
    }
  }

  /**
   * Checks the condition, or makes the write. Throws an exception, which aborts the transaction, if
   * the condition does not hold or the write fails.
   */
  void run(Transaction transaction) {
    switch (kind) {
      case REQUIRE -> checkEqual(transaction);
      case REQUIRE_ABSENT -> checkAbsent(transaction);
      case REQUIRE_AT_LEAST -> checkAtLeast(transaction);
      case PUT -> transaction.put(key, value());
      case PUT_LONG -> transaction.putLong(key, number);
      case ADD -> addTo(transaction);
      case DELETE -> transaction.delete(key);
    }
  }

  private void checkEqual(Transaction transaction) {
    byte @Nullable [] found = transaction.get(key);
    if (!Arrays.equals(bytes, found)) {
      int sameBytes = found == null ? 0 : Arrays.mismatch(bytes, found);
      throw unmet(
          transaction,
          shown(bytes),
          sameBytes < SHOWN_BYTES
              ? shown(found)
              : shown(found) + ", which differs from byte " + sameBytes + " on");
    }
  }

  private void checkAbsent(Transaction transaction) {
    if (transaction.contains(key)) {
      throw unmet(transaction, shown(null), shown(transaction.get(key)));
    }
  }

  private void checkAtLeast(Transaction transaction) {
    long found = transaction.getLong(key);
    if (found < number) {
      throw unmet(transaction, "at least " + number, String.valueOf(found));
    }
  }

  private void addTo(Transaction transaction) {
    long before = transaction.getLong(key);
    long sum = before + number;
    boolean overflows = ((before ^ sum) & (number ^ sum)) < 0;
    if (overflows) {
      throw unmet(transaction, "a sum of 64 bits", before + " + " + number);
    }
    transaction.putLong(key, sum);
  }

  private RuntimeException unmet(Transaction transaction, String required, String found) {
    return transaction.abort(key + ": required " + required + ", found " + found);
  }

  private static String shown(byte @Nullable [] value) {
    if (value == null) {
      return "no value";
    }
    if (value.length == 0) {
      return "an empty value";
    }
    return value.length <= SHOWN_BYTES
        ? "0x" + HexFormat.of().formatHex(value)
        : "0x" + HexFormat.of().formatHex(value, 0, SHOWN_BYTES) + "… (" + value.length + " bytes)";
  }
}
