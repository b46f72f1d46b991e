package dev.yardmaster.storage.hbase;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The location of a table in HBase, and the timeout of a call.
 *
 * @param quorum the addresses of ZooKeeper, each HOST:PORT, separated by commas
 * @param root the node of ZooKeeper under which HBase registers itself
 * @param table the name of the table; if the table has a namespace, the name begins with the
 *     namespace and a colon
 * @param timeoutMs the maximum time that a call waits for HBase, including retries, in ms
 */
public record HBaseSettings(String quorum, String root, String table, int timeoutMs) {

  /** The name of the setting {@link #quorum}. */
  public static final String QUORUM = "quorum";

  /** The name of the setting {@link #root}. */
  public static final String ROOT = "root";

  /** The name of the setting {@link #table}. */
  public static final String TABLE = "table";

  /** The name of the setting {@link #timeoutMs}. */
  public static final String TIMEOUT_MS = "timeoutMs";

  /** The default of {@link #root}, which is also HBase's own default. */
  public static final String DEFAULT_ROOT = "/hbase";

  /** The default of {@link #table}. */
  public static final String DEFAULT_TABLE = "yardmaster";

  /** The default of {@link #timeoutMs}. */
  public static final int DEFAULT_TIMEOUT_MS = 10_000;

  private static final int MIN_TIMEOUT_MS = 100;
  private static final int MAX_TIMEOUT_MS = 600_000;
  private static final int MAX_PORT = 65_535;
  private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9._-]+:([0-9]{1,5})");
  private static final Pattern NAME =
      Pattern.compile("([A-Za-z0-9_]+:)?[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");
  private static final Pattern NODE = Pattern.compile("(/[A-Za-z0-9._-]+)+");

  /** Checks every setting. */
  public HBaseSettings {
    if (!Arrays.stream(quorum.split(",", -1)).allMatch(HBaseSettings::isAddress)) {
      throw bad(
          QUORUM,
          quorum,
          "is not a list of HOST:PORT with ports from 1 to 65535, and commas between");
    }
    if (!NODE.matcher(root).matches()) {
      throw bad(ROOT, root, "is not a node of ZooKeeper, as /hbase is");
    }
    if (!NAME.matcher(table).matches()) {
      throw bad(
          TABLE,
          table,
          "is not a name of 1 to 128 letters, digits, dots, dashes and underscores, after"
              + " NAMESPACE: if it has one");
    }
    if (timeoutMs < MIN_TIMEOUT_MS || timeoutMs > MAX_TIMEOUT_MS) {
      throw bad(
          TIMEOUT_MS, timeoutMs, "is not from " + MIN_TIMEOUT_MS + " to " + MAX_TIMEOUT_MS + " ms");
    }
  }

  /**
   * Returns settings with the given addresses of ZooKeeper; all other settings have their defaults.
   */
  public static HBaseSettings at(String quorum) {
    return new HBaseSettings(quorum, DEFAULT_ROOT, DEFAULT_TABLE, DEFAULT_TIMEOUT_MS);
  }

  /** Returns settings with another table. */
  public HBaseSettings withTable(String name) {
    return new HBaseSettings(quorum, root, name, timeoutMs);
  }

  /** Returns settings with another timeout, in ms. */
  public HBaseSettings withTimeoutMs(int timeout) {
    return new HBaseSettings(quorum, root, table, timeout);
  }

  /**
   * Creates settings from names and values. All settings except {@link #QUORUM} have defaults.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if a name is not known, a value is not
   *     valid, or the quorum is missing
   */
  public static HBaseSettings of(Map<String, String> values) {
    for (String name : values.keySet()) {
      if (!Arrays.asList(QUORUM, ROOT, TABLE, TIMEOUT_MS).contains(name)) {
        throw bad(name, String.valueOf(values.get(name)), "is no setting of HBase");
      }
    }
    String timeout = values.getOrDefault(TIMEOUT_MS, String.valueOf(DEFAULT_TIMEOUT_MS));
    if (!timeout.matches("[0-9]{1,9}")) {
      throw bad(TIMEOUT_MS, timeout, "is not a number of ms");
    }
    return new HBaseSettings(
        values.getOrDefault(QUORUM, ""),
        values.getOrDefault(ROOT, DEFAULT_ROOT),
        values.getOrDefault(TABLE, DEFAULT_TABLE),
        Integer.parseInt(timeout));
  }

  private static boolean isAddress(String text) {
    var match = ADDRESS.matcher(text);
    if (!match.matches()) {
      return false;
    }
    int port = Integer.parseInt(match.group(1));
    return port > 0 && port <= MAX_PORT;
  }

  private static YardmasterException bad(String name, Object value, String why) {
    return new YardmasterException(
        ErrorCode.BAD_CONFIG,
        "the setting " + name + " of HBase " + why,
        "setting",
        name,
        "value",
        value);
  }
}
