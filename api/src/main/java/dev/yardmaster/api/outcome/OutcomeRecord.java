package dev.yardmaster.api.outcome;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The record of a transaction's first outcome; it is stored as the value of the outcome key.
 * Numbers are big-endian.
 *
 * <pre>
 *   0        1        2                10              12      12 + n
 *   +--------+--------+----------------+---------------+-------+------+
 *   | format | kind   | transaction id | n: length of  | logic | body |
 *   | 1      |        |                | logic's name  | UTF-8 |      |
 *   +--------+--------+----------------+---------------+-------+------+
 *
 *   kind          body
 *   COMMITTED 1   the result, as its codec encodes it
 *   ABORTED   2   the reason, UTF-8
 *   REJECTED  3   length of the error's code, 1 byte | code, UTF-8 | text, UTF-8
 *   FENCED    4   nothing
 * </pre>
 *
 * <p>The logic's name is the procedure's name. It is empty for a lambda and for a fence, the record
 * of an aborted id. The record does not contain the commit version, because the stored entry has
 * the commit version as its version.
 */
final class OutcomeRecord {

  /** The kind of outcome. */
  enum Kind {
    COMMITTED(1),
    ABORTED(2),
    REJECTED(3),
    FENCED(4);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    private static Kind of(byte code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw damaged("unknown kind", "kind", code);
    }
  }

  /**
   * The maximum length of a reason or an error's text, in characters. A longer text is truncated.
   */
  static final int MAX_TEXT = 1024;

  private static final byte FORMAT = 1;
  private static final int FORMAT_OFFSET = 0;
  private static final int KIND_OFFSET = 1;
  private static final int TRANSACTION_OFFSET = 2;
  private static final int LOGIC_LENGTH_OFFSET = 10;
  private static final int LOGIC_OFFSET = 12;
  private static final byte[] NOTHING = {};

  private final Kind kind;
  private final long transactionId;
  private final String logic;
  private final byte[] body;

  private OutcomeRecord(Kind kind, long transactionId, String logic, byte[] body) {
    this.kind = kind;
    this.transactionId = transactionId;
    this.logic = logic;
    this.body = body;
  }

  static OutcomeRecord committed(long transactionId, String logic, byte[] result) {
    return new OutcomeRecord(Kind.COMMITTED, transactionId, logic, result);
  }

  static OutcomeRecord aborted(long transactionId, String logic, String reason) {
    return new OutcomeRecord(Kind.ABORTED, transactionId, logic, utf8(kept(reason)));
  }

  static OutcomeRecord rejected(long transactionId, String logic, YardmasterException error) {
    byte[] code = utf8(error.code().name());
    byte[] text = utf8(kept(textOf(error)));
    ByteBuffer body = ByteBuffer.allocate(1 + code.length + text.length);
    body.put((byte) code.length).put(code).put(text);
    return new OutcomeRecord(Kind.REJECTED, transactionId, logic, body.array());
  }

  static OutcomeRecord fenced(long transactionId) {
    return new OutcomeRecord(Kind.FENCED, transactionId, "", NOTHING);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String kept(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }

  /** Returns the error's message without the leading code. */
  private static String textOf(YardmasterException error) {
    return error.getMessage().substring(error.code().name().length() + ": ".length());
  }

  /** Encodes the record as a value. */
  byte[] encoded() {
    byte[] name = utf8(logic);
    ByteBuffer value = ByteBuffer.allocate(LOGIC_OFFSET + name.length + body.length);
    value.put(FORMAT_OFFSET, FORMAT);
    value.put(KIND_OFFSET, kind.code);
    value.putLong(TRANSACTION_OFFSET, transactionId);
    value.putShort(LOGIC_LENGTH_OFFSET, (short) name.length);
    value.position(LOGIC_OFFSET);
    value.put(name).put(body);
    return value.array();
  }

  /**
   * Decodes a value.
   *
   * @throws YardmasterException {@link ErrorCode#DAMAGED} if the value is not a record
   */
  static OutcomeRecord of(byte[] value) {
    if (value.length < LOGIC_OFFSET) {
      throw damaged("the data ends too early", "length", value.length + " bytes");
    }
    ByteBuffer from = ByteBuffer.wrap(value);
    if (from.get(FORMAT_OFFSET) != FORMAT) {
      throw damaged("unknown format", "format", from.get(FORMAT_OFFSET));
    }
    int nameLength = Short.toUnsignedInt(from.getShort(LOGIC_LENGTH_OFFSET));
    if (nameLength > value.length - LOGIC_OFFSET) {
      throw damaged("the data ends too early", "length", value.length + " bytes");
    }
    String logic = new String(value, LOGIC_OFFSET, nameLength, StandardCharsets.UTF_8);
    byte[] body = new byte[value.length - LOGIC_OFFSET - nameLength];
    from.position(LOGIC_OFFSET + nameLength);
    from.get(body);
    return new OutcomeRecord(
        Kind.of(from.get(KIND_OFFSET)), from.getLong(TRANSACTION_OFFSET), logic, body);
  }

  Kind kind() {
    return kind;
  }

  /** Returns the transaction's number in conflict reports. */
  long transactionId() {
    return transactionId;
  }

  /** Returns the procedure's name; empty for a lambda and for a fence. */
  String logic() {
    return logic;
  }

  /** Returns the encoded result of a COMMITTED record. */
  byte[] result() {
    return body;
  }

  /** Returns the reason of an ABORTED record. */
  String reason() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Returns the error of a REJECTED record. The details of the error are part of its text. */
  YardmasterException error() {
    ByteBuffer from = ByteBuffer.wrap(body);
    try {
      byte[] code = new byte[Byte.toUnsignedInt(from.get())];
      from.get(code);
      byte[] text = new byte[from.remaining()];
      from.get(text);
      return new YardmasterException(
          ErrorCode.valueOf(new String(code, StandardCharsets.UTF_8)),
          new String(text, StandardCharsets.UTF_8));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw damaged("unknown error", "length", body.length + " bytes");
    }
  }

  private static YardmasterException damaged(String what, Object... details) {
    return new YardmasterException(
        ErrorCode.DAMAGED, "a kept outcome is damaged: " + what, details);
  }
}
