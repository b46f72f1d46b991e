package dev.yardmaster.play.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.yardmaster.api.Values;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;

/**
 * The form of values at the prompt. A whole number is stored as 8 bytes, as {@link Values#ofLong}
 * does; every other text is stored in UTF-8.
 */
public final class ValueText {

  /** The text for a key without a value. */
  public static final String NONE = "(no value)";

  private ValueText() {}

  /** Returns whether a text is a whole number that fits into 64 bits. */
  public static boolean isNumber(String text) {
    if (!text.matches("-?[0-9]{1,19}")) {
      return false;
    }
    try {
      var unused = Long.parseLong(text);
      return true;
    } catch (NumberFormatException tooLong) {
      return false;
    }
  }

  /** Returns the value that a text denotes. */
  public static byte[] parse(String text) {
    return isNumber(text) ? Values.ofLong(Long.parseLong(text)) : text.getBytes(UTF_8);
  }

  /**
   * Returns the text of a value, or {@link #NONE} for null: printable UTF-8 as a text, other values
   * of 8 bytes as a number, and the rest in hexadecimal digits.
   */
  public static String of(byte[] value) {
    if (value == null) {
      return NONE;
    }
    String text = printable(value);
    if (text != null) {
      return text;
    }
    return value.length == Long.BYTES
        ? Long.toString(ByteBuffer.wrap(value).getLong())
        : "0x" + HexFormat.of().formatHex(value);
  }

  /** Returns null if the value is not printable text. */
  private static String printable(byte[] value) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
      return text.chars().noneMatch(Character::isISOControl) ? text : null;
    } catch (CharacterCodingException notText) {
      return null;
    }
  }
}
