package dev.yardmaster.api.logic;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;

/**
 * Encodes and decodes arguments, and creates the errors for arguments that have no encoding. All
 * errors have the code {@link ErrorCode#BAD_ARGUMENT} and name the procedure.
 */
public final class ArgumentBytes {

  private ArgumentBytes() {}

  /**
   * Encodes an argument.
   *
   * @param procedure the procedure's name
   * @throws YardmasterException {@link ErrorCode#BAD_ARGUMENT} if the codec cannot encode it
   */
  public static byte[] of(String procedure, ValueCodec<Object> codec, Object argument) {
    byte[] encoded;
    try {
      encoded = codec.encode(argument);
    } catch (Throwable thrown) { // A procedure's own codec may throw any exception or error.
      throw bad("the codec cannot encode the argument", thrown, procedure);
    }
    if (encoded == null) {
      throw bad("the codec must not encode the argument as null", null, procedure);
    }
    return encoded;
  }

  /**
   * Decodes an argument.
   *
   * @param procedure the procedure's name
   * @throws YardmasterException {@link ErrorCode#BAD_ARGUMENT} if the codec cannot decode it
   */
  public static Object decode(String procedure, ValueCodec<Object> codec, byte[] argument) {
    try {
      return codec.decode(argument);
    } catch (Throwable thrown) { // A procedure's own codec may throw any exception or error.
      throw bad("the codec cannot decode the argument", thrown, procedure);
    }
  }

  private static YardmasterException bad(String text, Throwable thrown, String procedure) {
    return thrown instanceof YardmasterException error
        ? error.as(ErrorCode.BAD_ARGUMENT, "procedure", procedure)
        : new YardmasterException(
            ErrorCode.BAD_ARGUMENT,
            text,
            thrown,
            "procedure",
            procedure,
            "reason",
            String.valueOf(thrown));
  }
}
