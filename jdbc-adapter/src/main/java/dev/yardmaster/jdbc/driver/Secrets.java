package dev.yardmaster.jdbc.driver;

import java.util.regex.Pattern;

/**
 * Makes text that may hold a URL fit for messages and logs. Masks too much where it cannot tell:
 * better an unreadable host than a readable password. Any thread.
 */
public final class Secrets {
  private static final String MASK = "***";

  /** {@code password=x}, and other parameters whose names say that they are secret. */
  private static final Pattern PARAMETER =
      Pattern.compile(
          "(?i)([\\w.]*(?:password|passwd|passphrase|pwd|secret|token|credential)[\\w.]*\\s*=\\s*)"
              + "(?:\\{[^}]*}|[^&;,\\s]*)");

  /** {@code //user:x@host}. */
  private static final Pattern USER_INFO = Pattern.compile("(//[^:/@?;\\s]*:)[^?;\\s]*@");

  /** Oracle's {@code thin:user/x@host}. */
  private static final Pattern USER_SLASH = Pattern.compile("(:[^:/@?;\\s]+/)[^/?;\\s][^?;\\s]*@");

  private Secrets() {}

  /** The text without the passwords in it. */
  public static String masked(String text) {
    String masked = PARAMETER.matcher(text).replaceAll("$1" + MASK);
    masked = USER_INFO.matcher(masked).replaceAll("$1" + MASK + "@");
    return USER_SLASH.matcher(masked).replaceAll("$1" + MASK + "@");
  }
}
