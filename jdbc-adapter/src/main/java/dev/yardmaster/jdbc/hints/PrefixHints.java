package dev.yardmaster.jdbc.hints;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.logging.Loggers;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;

/**
 * Warns about URLs and properties whose beginning is probably a misspelling of Yardmaster's prefix.
 * Such a URL or property is not refused, because it may be meant for another driver. There is at
 * most one warning for each of them. This class is thread-safe.
 */
public final class PrefixHints {
  private static final Logger LOG = Loggers.of(PrefixHints.class);
  private static final int MAX_WARNINGS = 100;

  /** The names of a URL's parameters. */
  private static final Pattern PARAMETER = Pattern.compile("[?&;]([^=&;?]{1,100})=");

  @Shared(
      writers = "threads that connect",
      readers = "the same",
      access = "ConcurrentHashMap; each thread may exceed the bound by one entry")
  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

  private PrefixHints() {}

  /** Warns if the beginning of a URL is a misspelling of the prefix {@code ours}. */
  public static void ofUrl(String url, String ours) {
    int length = NearMiss.nearPrefix(url, ours);
    if (length > 0 && isNew(url.substring(0, length))) {
      LOG.warn(
          "a URL begins with {}, so it does not belong to Yardmaster: is {} meant?",
          url.substring(0, length),
          ours);
    }
  }

  /**
   * Warns about misspelt settings in the parameters of a vendor's URL, and in the properties for a
   * vendor's driver.
   */
  public static void ofSettings(
      String vendorUrl, Collection<String> properties, String prefix, Collection<String> known) {
    Matcher parameters = PARAMETER.matcher(vendorUrl);
    while (parameters.find()) {
      ofSetting(parameters.group(1), prefix, known);
    }
    properties.forEach(name -> ofSetting(name, prefix, known));
  }

  private static void ofSetting(String name, String prefix, Collection<String> known) {
    int length = NearMiss.nearPrefix(name, prefix);
    if (length > 0 && isNew(name)) {
      String meant = prefix + name.substring(length);
      LOG.warn(
          "a setting goes to the database's driver, because it does not begin with {}: name={};"
              + " is {} meant?",
          prefix,
          name,
          NearMiss.of(meant, known).orElse(meant));
    }
  }

  private static boolean isNew(String name) {
    return WARNED.size() < MAX_WARNINGS && WARNED.add(name);
  }
}
