package dev.yardmaster.api;

/**
 * The basic format, in which arguments, results and records are encoded. A value is a tag of 1
 * byte, followed by the value's bytes. Numbers are big-endian. Lengths and counts have 4 bytes.
 *
 * <pre>
 *   null 0 | false 1 | true 2 | int 3, 4 bytes | long 4, 8 bytes | double 5, 8 bytes
 *   text 6, length, UTF-8 | bytes 7, length, bytes | list 8, count, elements
 * </pre>
 */
final class BasicFormat {

  static final byte NULL = 0;
  static final byte FALSE = 1;
  static final byte TRUE = 2;
  static final byte INT = 3;
  static final byte LONG = 4;
  static final byte DOUBLE = 5;
  static final byte TEXT = 6;
  static final byte BYTES = 7;
  static final byte LIST = 8;

  /** The maximum nesting depth of lists. */
  static final int MAX_DEPTH = 8;

  /** The maximum total number of elements of all lists in a value. */
  static final int MAX_ELEMENTS = 1 << 17;

  /** The maximum length of an encoded value. A service can set a lower limit, but no higher one. */
  static final int MAX_BYTES = 1 << 30;

  private BasicFormat() {}
}
