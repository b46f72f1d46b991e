package dev.yardmaster.wire;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.schema.Detail;
import dev.yardmaster.wire.schema.Error;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Converts errors to messages and back. A message contains the code, the text and the details of an
 * error, but not its causes.
 */
public final class ErrorMessages {

  private static final int MAX_CHARACTERS = 4096;

  private ErrorMessages() {}

  /** Converts an error to a message. */
  public static Error of(YardmasterException error) {
    Error.Builder message =
        Error.newBuilder().setCode(error.code().name()).setText(cut(error.text()));
    for (Map.Entry<String, String> detail : error.details().entrySet()) {
      if (detail.getKey().equals(YardmasterException.RETRY_AFTER_MS)) {
        error.retryAfter().ifPresent(after -> message.setRetryAfterMs((int) after.toMillis()));
      } else {
        message.addDetails(
            Detail.newBuilder().setName(cut(detail.getKey())).setValue(cut(detail.getValue())));
      }
    }
    return message.build();
  }

  private static String cut(String text) {
    if (text == null) {
      return "";
    }
    if (text.length() <= MAX_CHARACTERS) {
      return text;
    }
    return text.substring(0, MAX_CHARACTERS) + "… (" + text.length() + " characters)";
  }

  /**
   * Converts a message to an error. If this release does not know the message's error code, the
   * result has the code {@link ErrorCode#BAD_MESSAGE}, and its details contain the unknown code.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_MESSAGE} if a detail has a name for which the
   *     message has a separate field
   */
  public static YardmasterException read(Error message) {
    List<Object> details = new ArrayList<>();
    ErrorCode code = codeOf(message.getCode());
    if (code == null) {
      code = ErrorCode.BAD_MESSAGE;
      details.add("code");
      details.add(message.getCode());
    }
    for (Detail detail : message.getDetailsList()) {
      if (detail.getName().equals(YardmasterException.RETRY_AFTER_MS)) {
        throw new YardmasterException(
            ErrorCode.BAD_MESSAGE,
            "the retry time must not be sent as a detail",
            "found",
            cut(detail.getValue()));
      }
      details.add(detail.getName());
      details.add(detail.getValue());
    }
    if (message.getRetryAfterMs() != 0) {
      details.add(YardmasterException.RETRY_AFTER_MS);
      details.add(Integer.toUnsignedLong(message.getRetryAfterMs()));
    }
    return new YardmasterException(code, message.getText(), details.toArray());
  }

  /** Returns the code with the given name, or null if this release does not know the name. */
  public static ErrorCode codeOf(String name) {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.name().equals(name)) {
        return code;
      }
    }
    return null;
  }
}
