package dev.yardmaster.api.codec;

import dev.yardmaster.api.BasicReader;
import dev.yardmaster.api.BasicWriter;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import org.jspecify.annotations.NullUnmarked;

/**
 * Writes and reads the values of one type. Implementations are immutable; any thread may use them.
 */
@NullUnmarked // Internal: fields and results may be null.
interface ValueFormat {

  /**
   * Writes a value.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} if the value has no encoding
   * @throws RuntimeException if the value has another type, or is null although null has no
   *     encoding
   */
  void write(Object value, BasicWriter to);

  /**
   * Reads a value.
   *
   * @throws YardmasterException {@link ErrorCode#DAMAGED} if the bytes are not the encoding of a
   *     value
   * @throws RuntimeException if the type refuses the value
   */
  Object read(BasicReader from);

  /**
   * Returns the value of a component that is missing because an older version of the record's class
   * wrote the record.
   */
  default Object absent() {
    return null;
  }

  /** Returns the error for bytes that are not the encoding of a value. */
  static YardmasterException damaged(String what, Object... details) {
    return new YardmasterException(
        ErrorCode.DAMAGED, "an encoded value is damaged: " + what, details);
  }
}
