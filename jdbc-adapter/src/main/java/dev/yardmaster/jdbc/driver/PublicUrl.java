package dev.yardmaster.jdbc.driver;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The part of a JDBC URL that messages, logs and metrics may show: the subprotocol, the hosts and
 * the database. User names and parameters are never shown, since any of them may be or contain a
 * secret.
 *
 * <p>The URL is parsed from the left, and only characters that occur in names of hosts and
 * databases are accepted. A URL that does not have this form, or in which an {@code @} could be
 * part of a password, is shown up to its subprotocol only. This class is thread-safe.
 */
public final class PublicUrl {

  private static final String JDBC = "jdbc:";

  /** The text that replaces the hidden rest of a URL. */
  static final String HIDDEN = "...";

  private static final String BEGINS_PARAMETERS = "?;";
  private static final String IN_HOSTS = "._-:,[]/%";
  private static final Set<String> SUBPROTOCOLS_BEFORE_USERS =
      Set.of("oracle:thin:", "oracle:oci:");

  /**
   * The beginning of SQL Server's URLs, which have the user and the database only as parameters.
   */
  private static final String SQL_SERVER = "sqlserver://";

  private static final Set<String> SQL_SERVER_DATABASE = Set.of("databasename", "database");

  /**
   * Matches a parameter that holds a secret, and any character that occurs in an address with a
   * user.
   */
  private static final Pattern SECRET =
      Pattern.compile(
          "[?&;:,(][^=&;]*(pass|pwd|secret|token|credential)[^=&;]*=|[@{(]",
          Pattern.CASE_INSENSITIVE);

  private PublicUrl() {}

  /** Returns the whole URL if it names no secret; otherwise the part that may be shown. */
  static String wholeUnlessSecret(String url) {
    boolean secret =
        SECRET.matcher(url).find()
            || SUBPROTOCOLS_BEFORE_USERS.stream().anyMatch(known -> url.contains(":" + known));
    return secret ? of(url) : url;
  }

  /** Returns the part of a URL that may be shown. */
  public static String of(String url) {
    if (DelegateUrl.isOurs(url)) {
      String theirs = of(JDBC + url.substring(DelegateUrl.PREFIX.length()));
      return theirs.equals(HIDDEN) ? HIDDEN : DelegateUrl.PREFIX + theirs.substring(JDBC.length());
    }
    if (!url.startsWith(JDBC)) {
      return HIDDEN;
    }
    String rest = url.substring(JDBC.length());
    String subprotocol = subprotocol(rest);
    String address =
        subprotocol.isEmpty() ? null : address(subprotocol, rest.substring(subprotocol.length()));
    return JDBC + subprotocol + (address == null ? HIDDEN : address);
  }

  /**
   * Returns the text up to the address: {@code postgresql://}, {@code oracle:thin:}, {@code x:}.
   */
  private static String subprotocol(String rest) {
    for (String known : SUBPROTOCOLS_BEFORE_USERS) {
      if (rest.startsWith(known)) {
        return known;
      }
    }
    int end = 0;
    while (end < rest.length() && isNameCharacter(rest.charAt(end))) {
      end++;
    }
    if (end == rest.length() || rest.charAt(end) != ':') {
      return "";
    }
    return rest.substring(0, rest.startsWith("//", end + 1) ? end + 3 : end + 1);
  }

  /**
   * Returns the hosts and the database without a user; null if it is unclear which part of the text
   * is the user.
   */
  private static String address(String subprotocol, String text) {
    int parameters = 0;
    while (parameters < text.length() && BEGINS_PARAMETERS.indexOf(text.charAt(parameters)) < 0) {
      parameters++;
    }
    if (!subprotocol.equals(SQL_SERVER) && text.indexOf('@', parameters) >= 0) {
      return null; // The character '?' or ';' may be part of a password.
    }
    int user = text.lastIndexOf('@', parameters);
    if (user < 0 && SUBPROTOCOLS_BEFORE_USERS.contains(subprotocol)) {
      return null; // The text may be a user and a password without a host.
    }
    String address = text.substring(user + 1, parameters);
    if (!isAddress(address)) {
      return null;
    }
    return subprotocol.equals(SQL_SERVER)
        ? address + sqlServerDatabase(text.substring(parameters))
        : address;
  }

  private static boolean isAddress(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isNameCharacter(c) && IN_HOSTS.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the parameter that names the database; empty if there is none that can be shown. */
  private static String sqlServerDatabase(String parameters) {
    int at = 0;
    while (at < parameters.length()) {
      int equals = parameters.indexOf('=', at);
      if (equals < 0) {
        return "";
      }
      int end = endOfValue(parameters, equals + 1);
      String name = parameters.substring(at + 1, equals).strip();
      String value = parameters.substring(equals + 1, end);
      if (SQL_SERVER_DATABASE.contains(name.toLowerCase(Locale.ROOT)) && isAddress(value)) {
        return ";" + name + "=" + value;
      }
      at = end;
    }
    return "";
  }

  /**
   * Returns the end of a value, which may be in braces; two closing braces in a value denote one
   * brace.
   */
  private static int endOfValue(String parameters, int begin) {
    int end = begin;
    if (parameters.startsWith("{", begin)) {
      end = parameters.indexOf('}', begin);
      while (end >= 0 && parameters.startsWith("}}", end)) {
        end = parameters.indexOf('}', end + 2);
      }
      if (end < 0) {
        return parameters.length();
      }
    }
    int semicolon = parameters.indexOf(';', end);
    return semicolon < 0 ? parameters.length() : semicolon;
  }

  private static boolean isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
}
