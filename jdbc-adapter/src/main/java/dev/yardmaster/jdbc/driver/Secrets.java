package dev.yardmaster.jdbc.driver;

import java.util.regex.Pattern;

/**
 * Masks passwords in text for messages and logs that may contain a URL. If the form of a text is
 * uncertain, the class masks too much rather than too little. This class is thread-safe.
 */
public final class Secrets {
  private static final String MASK = "***";

  /** Matches {@code password=x}, and other parameters whose names suggest a secret. */
  private static final Pattern PARAMETER =
      Pattern.compile(
          "(?i)([\\w.]*(?:password|passwd|passphrase|pwd|secret|token|credential)[\\w.]*\\s*=\\s*)"
              + "(?:\\{[^}]*}|[^&;,\\s]*)");

  /** Matches {@code //user:x@host}. */
  private static final Pattern USER_INFO = Pattern.compile("(//[^:/@?;\\s]*:)[^?;\\s]*@");

  /** Matches Oracle's {@code thin:user/x@host}. */
  private static final Pattern USER_SLASH = Pattern.compile("(:[^:/@?;\\s]+/)[^/?;\\s][^?;\\s]*@");

  private Secrets() {}

  /** Returns the text with its passwords masked. */
  public static String masked(String text) {
    String masked = PARAMETER.matcher(text).replaceAll("$1" + MASK);
    masked = USER_INFO.matcher(masked).replaceAll("$1" + MASK + "@");
    return USER_SLASH.matcher(masked).replaceAll("$1" + MASK + "@");
  }
}
