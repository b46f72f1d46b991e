package dev.yardmaster.wire;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.schema.Detail;
import dev.yardmaster.wire.schema.Error;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Errors as messages. Causes stay where they are: only code, text and details travel. */
public final class ErrorMessages {

  private static final int MAX_CHARACTERS = 4096;

  private ErrorMessages() {}

  /** An error as a message. */
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
   * The error of a message. A code that is not known here is {@link ErrorCode#BAD_MESSAGE}, with
   * the code among the details.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_MESSAGE} if a detail has the name of what is a
   *     field of its own
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
            "when to try again is not said by a detail",
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

  /** The code of a name, or null if it is not known here. */
  public static ErrorCode codeOf(String name) {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.name().equals(name)) {
        return code;
      }
    }
    return null;
  }
}
