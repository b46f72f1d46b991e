package dev.yardmaster.jdbc.admission.settings;

import dev.yardmaster.jdbc.hints.NearMiss;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import java.sql.DriverPropertyInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** A setting of the drop-in driver and DataSource. */
@SuppressWarnings("ImmutableEnumChecker") // The lists are immutable.
public enum DriverSetting {
  /** Which conflicting transactions wait for each other. */
  SCHEDULING(
      "scheduling",
      "on",
      "Which conflicting transactions wait for each other: with on, transactions of the classes for"
          + " which trials show that it pays; with always, all transactions; with off, none, and the"
          + " vendor's own connections are returned.",
      "on",
      "always",
      "off"),
  /** The maximum number of transactions in a batch. */
  BATCH_SIZE(
      "batch-size",
      ScheduleConfig.DEFAULT_BATCH_SIZE,
      1,
      ScheduleConfig.MAX_BATCH_SIZE,
      "The maximum number of transactions in a batch"),
  /** The maximum number of running transactions. */
  MAX_RUNNING(
      "max-running",
      0,
      0,
      ScheduleConfig.MAX_BOUND,
      "The maximum number of running transactions; 0 for no limit"),
  /** The maximum number of waiting transactions. */
  MAX_QUEUED(
      "max-queued",
      ScheduleConfig.DEFAULT_MAX_QUEUED,
      1,
      ScheduleConfig.MAX_BOUND,
      "The maximum number of waiting transactions; further ones pass through without waiting"),
  /** The maximum number of transactions that wait for one row. */
  MAX_QUEUED_PER_ROW(
      "max-queued-per-row",
      1_000,
      1,
      ScheduleConfig.MAX_BOUND,
      "The maximum number of transactions that wait for one row; further ones pass through"
          + " without waiting"),
  /** The maximum wait of a transaction. */
  MAX_WAIT_MS(
      "max-wait-ms",
      1_000,
      1,
      AdmissionConfig.MAX_WAIT.toMillis(),
      "The longest time that a transaction waits before it passes through, in ms; with scheduling=on"
          + " a transaction never waits longer than an abort would cost it"),
  /** The key columns of tables. */
  KEYS(
      "keys",
      "",
      "Key columns of tables, for example accounts(id), lines(order_id, number); the key columns"
          + " of other tables are read from the database."),
  /** The address of the coordinator. */
  COORDINATOR(
      "coordinator",
      "",
      "The host:port of a Yardmaster server that orders the transactions of several processes on hot"
          + " rows; it is not used with scheduling=off."),
  /** The name of the database at the coordinator. */
  COORDINATOR_DATABASE(
      "coordinator-database",
      "",
      "The name of the database at the coordinator, the same in all processes; by default"
          + " the URL without its parameters. Required for a DataSource."),
  /** The token for the coordinator. */
  COORDINATOR_TOKEN_FILE(
      "coordinator-token-file",
      "",
      "A file whose first line is the token for the coordinator; the token needs the role lease."),
  /** Whether the connection to the coordinator uses TLS. */
  COORDINATOR_TLS(
      "coordinator-tls",
      "off",
      "Whether the connection to the coordinator uses TLS, with the authorities of the JVM's trust"
          + " store.",
      "off",
      "on"),
  /** The name under which the database is shown. */
  NAME(
      "name",
      "",
      "The name under which logs, JMX and meters show the database; by default the URL without its"
          + " parameters, or the name of the pool or the class of the DataSource."),
  /** The interval of the figures in the log. */
  LOG_INTERVAL_S(
      "log-interval-s",
      60,
      0,
      86_400,
      "The time between two lines of figures in the log, in s; 0 for none"),
  /** When the advisor finds out whether scheduling helps. */
  ADVISE(
      "advise",
      "off",
      "Whether to find out whether scheduling helps, and to log it: once, when the database has been"
          + " in use for 30 s; with auto, every 15 minutes, and scheduling is then switched on or"
          + " off accordingly.",
      "off",
      "once",
      "auto");

  /** The prefix of all settings' names. No setting of a vendor has this prefix. */
  public static final String PREFIX = "yardmaster.";

  private final String propertyName;
  private final String byDefault;
  private final String description;
  private final List<String> choices;
  private final long least;
  private final long most;

  /**
   * Creates a setting whose value is a text, with the allowed values. If no values are given, the
   * code that reads the setting checks the text.
   */
  DriverSetting(String name, String byDefault, String description, String... choices) {
    this.propertyName = PREFIX + name;
    this.byDefault = byDefault;
    this.description = description;
    this.choices = List.of(choices);
    this.least = 0;
    this.most = 0;
  }

  /** Creates a setting whose value is a number, with its range. */
  DriverSetting(String name, long byDefault, long least, long most, String description) {
    this.propertyName = PREFIX + name;
    this.byDefault = Long.toString(byDefault);
    this.description = description + " (" + least + " to " + most + ").";
    this.choices = List.of();
    this.least = least;
    this.most = most;
  }

  /** Returns the name of the setting, with the prefix. */
  public String propertyName() {
    return propertyName;
  }

  /** Returns the value of this setting in settings that were checked. */
  public String in(Properties settings) {
    return settings.getProperty(propertyName, byDefault);
  }

  /**
   * Returns the value of this setting as a number.
   *
   * @throws IllegalArgumentException if the value is not a number in the range
   */
  long number(Properties settings) {
    String text = in(settings);
    try {
      long value = Long.parseLong(text.trim());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // The code below reports this text as it reports a number out of range.
    }
    throw new IllegalArgumentException(
        propertyName + "=" + text + " must be a number from " + least + " to " + most);
  }

  /** Returns the same value as {@link #number}, for a setting whose range fits in an int. */
  int count(Properties settings) {
    return (int) number(settings);
  }

  /**
   * Checks the names and the values of settings. A name without the prefix counts as unknown.
   *
   * @throws IllegalArgumentException if a name is unknown, or a value is not an allowed value; the
   *     range of a number is checked when the number is read
   */
  public static void check(Properties settings) {
    for (String name : settings.stringPropertyNames()) {
      DriverSetting setting =
          Stream.of(values())
              .filter(known -> known.propertyName.equals(name))
              .findAny()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "unknown setting: name="
                              + name
                              + NearMiss.of(name, names())
                                  .map(meant -> " nearest=" + meant)
                                  .orElse("")
                              + " known="
                              + names()));
      String value = settings.getProperty(name);
      if (!setting.choices.isEmpty() && !setting.choices.contains(value)) {
        throw new IllegalArgumentException(
            "bad value of a setting: name="
                + name
                + " value="
                + value
                + " allowed="
                + setting.choices);
      }
    }
  }

  /** Returns the names of all settings, with the prefix. */
  public static List<String> names() {
    return Stream.of(values()).map(DriverSetting::propertyName).toList();
  }

  /** Returns descriptions of all settings, for tools that show them. */
  public static DriverPropertyInfo[] describe(Properties settings) {
    return Arrays.stream(values())
        .map(
            setting -> {
              DriverPropertyInfo info =
                  new DriverPropertyInfo(setting.propertyName, setting.in(settings));
              info.description = setting.description;
              info.choices =
                  setting.choices.isEmpty() ? null : setting.choices.toArray(String[]::new);
              return info;
            })
        .toArray(DriverPropertyInfo[]::new);
  }
}
