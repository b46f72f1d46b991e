package dev.yardmaster.api;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An error with a stable code and named details. The message of the exception has the form {@code
 * CODE: text (name=value, …)}. An {@link ErrorCode#OVERLOADED} error has no stack trace, so that an
 * overloaded service can refuse requests at a low cost.
 */
public final class YardmasterException extends RuntimeException {

  /** The name of the detail that contains the recommended delay, in ms, before the next attempt. */
  public static final String RETRY_AFTER_MS = "retryAfterMs";

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String text;
  private final transient @Nullable Map<String, String> details;

  /**
   * Creates an error.
   *
   * @param text a short description of the error and, if a limit was exceeded, of this limit
   * @param details alternating names and values
   */
  public YardmasterException(ErrorCode code, String text, @Nullable Object... details) {
    this(code, text, (@Nullable Throwable) null, details);
  }

  /**
   * Creates an error with a cause; see {@link #YardmasterException(ErrorCode, String, Object...)}.
   */
  public YardmasterException(
      ErrorCode code, String text, @Nullable Throwable cause, @Nullable Object... details) {
    this(code, text, cause, toMap(details));
  }

  private YardmasterException(
      ErrorCode code, String text, @Nullable Throwable cause, Map<String, String> details) {
    super(message(code, text, details), cause, true, code != ErrorCode.OVERLOADED);
    this.code = code;
    this.text = text;
    this.details = details;
  }

  /**
   * Returns an error with another code. The new error has the text and the details of this error,
   * and the additional details. The new error's cause is this error.
   *
   * @param more alternating names and values
   */
  public YardmasterException as(ErrorCode other, Object... more) {
    Map<String, String> all = new LinkedHashMap<>(details());
    all.putAll(toMap(more));
    return new YardmasterException(other, text, this, Collections.unmodifiableMap(all));
  }

  /** Returns the error's code. */
  public ErrorCode code() {
    return code;
  }

  /** Returns the description, without the code and the details. */
  public String text() {
    return text;
  }

  /** Returns the details by name, in the order of the message. */
  public Map<String, String> details() {
    return details == null ? Map.of() : details;
  }

  /**
   * Returns how long to wait before the next attempt after {@link ErrorCode#OVERLOADED}; empty if
   * the time is unknown.
   */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(details().get(RETRY_AFTER_MS))
        .map(ms -> Duration.ofMillis(Long.parseLong(ms)));
  }

  private static Map<String, String> toMap(@Nullable Object[] details) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i + 1 < details.length; i += 2) {
      map.put(String.valueOf(details[i]), String.valueOf(details[i + 1]));
    }
    return Collections.unmodifiableMap(map);
  }

  private static String message(ErrorCode code, String text, Map<String, String> details) {
    StringBuilder message = new StringBuilder().append(code).append(": ").append(text);
    String separator = " (";
    for (Map.Entry<String, String> detail : details.entrySet()) {
      message.append(separator).append(detail.getKey()).append('=').append(detail.getValue());
      separator = ", ";
    }
    return separator.equals(", ") ? message.append(')').toString() : message.toString();
  }
}
