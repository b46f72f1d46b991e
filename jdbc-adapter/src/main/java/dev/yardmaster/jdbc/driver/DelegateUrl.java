package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.admission.settings.DriverSetting;
import dev.yardmaster.jdbc.hints.PrefixHints;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A URL of the drop-in driver, split into the vendor's URL and Yardmaster's settings. For example,
 * {@code jdbc:yardmaster:postgresql://host/bank?yardmaster.scheduling=off} consists of {@code
 * jdbc:postgresql://host/bank} and one setting. A setting is a property or a parameter of the URL.
 * The parameters of a URL begin with {@code ?} and are separated by {@code &}, or each of them
 * begins with {@code ;}.
 *
 * @param ours the URL that the application used
 * @param url the URL for the other driver
 * @param properties the properties for the other driver; null if the caller gave no properties
 * @param settings Yardmaster's settings, after the check of their names and values
 */
public record DelegateUrl(String ours, String url, Properties properties, Properties settings) {
  /** The prefix of the drop-in driver's URLs. */
  public static final String PREFIX = "jdbc:yardmaster:";

  private static final String JDBC = "jdbc:";

  private static final String QUOTED_PREFIX = Pattern.quote(DriverSetting.PREFIX);

  private static final Pattern QUERY_SETTING =
      Pattern.compile("([?&])(" + QUOTED_PREFIX + "[^=&]*)(?:=([^&]*))?");

  private static final Pattern SEMICOLON_SETTING =
      Pattern.compile("(;)(" + QUOTED_PREFIX + "[^=;]*)(?:=([^;]*))?");

  /** The vendor's subprotocol behind a second {@code jdbc:}. */
  private static final Pattern SUBPROTOCOL = Pattern.compile(JDBC + "([A-Za-z0-9]+:)");

  /** Returns whether a URL belongs to the drop-in driver. */
  public static boolean isOurs(String url) {
    return url.startsWith(PREFIX);
  }

  /**
   * Splits a URL of the drop-in driver.
   *
   * @param info the connection's properties, or null; the method does not change them
   * @throws IllegalArgumentException if the URL has a second {@code jdbc:}, or a setting is
   *     unknown, has an invalid value, or has two different values
   */
  public static DelegateUrl of(String ourUrl, Properties info) {
    if (ourUrl.startsWith(JDBC, PREFIX.length())) {
      Matcher vendor = SUBPROTOCOL.matcher(ourUrl).region(PREFIX.length(), ourUrl.length());
      throw new IllegalArgumentException(
          "leave out the second "
              + JDBC
              + (vendor.lookingAt() ? " and begin the URL with " + PREFIX + vendor.group(1) : ""));
    }
    Properties settings = new Properties();
    String url = JDBC + ourUrl.substring(PREFIX.length());
    url = cut(url, QUERY_SETTING, settings);
    url = cut(url, SEMICOLON_SETTING, settings);
    Properties theirs = info;
    if (info != null && info.stringPropertyNames().stream().anyMatch(DelegateUrl::isSetting)) {
      theirs = part(info, settings);
    }
    DriverSetting.check(settings);
    PrefixHints.ofSettings(
        url,
        theirs == null ? Set.of() : theirs.stringPropertyNames(),
        DriverSetting.PREFIX,
        DriverSetting.names());
    return new DelegateUrl(ourUrl, url, theirs, settings);
  }

  /** Returns the name under which the database is shown: the URL without its secret parts. */
  public String database() {
    return PublicUrl.of(url);
  }

  /**
   * Returns the URL that the application used, for the URL in the other driver's metadata. If the
   * other driver has changed its URL in the metadata, for example to hide a part, the result is the
   * changed URL with the drop-in driver's prefix. If the application's URL contains a secret, the
   * result is only the part that may be shown.
   *
   * @param inMetaData the other driver's URL, or null
   */
  public String applicationUrl(String inMetaData) {
    if (inMetaData == null || !inMetaData.startsWith(JDBC)) {
      return inMetaData;
    }
    return PublicUrl.wholeUnlessSecret(
        inMetaData.equals(url) ? ours : PREFIX + inMetaData.substring(JDBC.length()));
  }

  private static boolean isSetting(String name) {
    return name.startsWith(DriverSetting.PREFIX);
  }

  /**
   * Removes the settings from a URL. If the first parameter is removed, the next parameter becomes
   * the first.
   */
  private static String cut(String url, Pattern pattern, Properties settings) {
    Matcher matcher = pattern.matcher(url);
    StringBuilder rest = new StringBuilder();
    boolean firstIsCut = false;
    int end = 0;
    while (matcher.find()) {
      append(rest, url.substring(end, matcher.start()), firstIsCut);
      firstIsCut = matcher.group(1).equals("?") || (firstIsCut && end == matcher.start());
      end = matcher.end();
      String value = matcher.group(3) == null ? "" : matcher.group(3);
      put(settings, matcher.group(2), decoded(matcher.group(2), value));
    }
    append(rest, url.substring(end), firstIsCut);
    return rest.toString();
  }

  private static String decoded(String name, String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException bad) {
      throw new IllegalArgumentException(
          "a setting's value is not URL-encoded: name=" + name + " value=" + value, bad);
    }
  }

  private static void append(StringBuilder rest, String part, boolean firstIsCut) {
    rest.append(firstIsCut && part.startsWith("&") ? "?" + part.substring(1) : part);
  }

  /**
   * Copies Yardmaster's settings from {@code info} to {@code settings}, and returns the other
   * properties of {@code info}, including non-string values.
   */
  private static Properties part(Properties info, Properties settings) {
    Properties theirs = new Properties();
    for (String name : info.stringPropertyNames()) {
      if (isSetting(name)) {
        put(settings, name, info.getProperty(name));
      } else {
        theirs.setProperty(name, info.getProperty(name));
      }
    }
    for (Map.Entry<Object, Object> entry : info.entrySet()) {
      if (!(entry.getKey() instanceof String name) || !isSetting(name)) {
        theirs.put(entry.getKey(), entry.getValue());
      }
    }
    return theirs;
  }

  private static void put(Properties settings, String name, String value) {
    Object before = settings.setProperty(name, value);
    if (before != null && !before.equals(value)) {
      throw new IllegalArgumentException(
          "a setting has two values: name=" + name + " values=[" + before + ", " + value + "]");
    }
  }

  /** Returns the other driver's URL without the parts that must not be shown. */
  @Override
  public String toString() {
    return PublicUrl.of(url);
  }
}
