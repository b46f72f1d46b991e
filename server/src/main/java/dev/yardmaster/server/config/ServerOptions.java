package dev.yardmaster.server.config;

import dev.yardmaster.api.setting.NumberSetting;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.processor.PipelineNumbers;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.service.ServiceNumbers;
import dev.yardmaster.storage.log.LogNumbers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The table of all options of the server, in the order of the documented file. Each has its name,
 * type, range and unit, default and description here and nowhere else; what the pipeline states of
 * a setting is taken from there.
 */
public final class ServerOptions {

  private static final List<ConfigOption<?>> TABLE = new ArrayList<>();
  private static final PipelineConfig PIPELINE = PipelineConfig.defaults();

  /** Where clients connect. */
  public static final ConfigOption<HostPort> LISTEN =
      option(
          "listen",
          OptionTypes.address(),
          "127.0.0.1:7400",
          "Where clients connect; port 0 takes one that is free.");

  /** Where operators connect. */
  public static final ConfigOption<Optional<HostPort>> ADMIN_LISTEN =
      option(
          "admin.listen",
          OptionTypes.optional(OptionTypes.address()),
          "127.0.0.1:7401",
          "Where health, metrics and the dashboard are served over HTTP.");

  /** The data directory. */
  public static final ConfigOption<Optional<Path>> DATA =
      option(
          "data",
          OptionTypes.optional(OptionTypes.path("a directory")),
          "none",
          "Where log and checkpoints are kept; with none all is in memory and ends with the"
              + " server.");

  /** When a commit is on disk. */
  public static final ConfigOption<DurabilityMode> DURABILITY =
      option(
          "durability",
          OptionTypes.choice(DurabilityMode.class),
          "sync",
          "Whether a commit is on disk before it is answered, or soon after; needs data.");

  /** What async may lose. */
  public static final ConfigOption<Duration> ASYNC_LOSS =
      duration("asyncLoss", PipelineNumbers.LOSS);

  /** Jars with procedures. */
  public static final ConfigOption<List<Path>> PROCEDURES =
      option(
          "procedures",
          OptionTypes.list(OptionTypes.path("jar files")),
          "none",
          "Jars with procedures of your own, found by ServiceLoader.");

  /** Most connections. */
  public static final ConfigOption<Integer> MAX_CONNECTIONS =
      option(
          "limits.maxConnections",
          OptionTypes.number(1, 1_000_000),
          "10000",
          "Most connections at once; one more is told OVERLOADED and closed.");

  /** Most connections of one principal. */
  public static final ConfigOption<Integer> MAX_CONNECTIONS_PER_PRINCIPAL =
      option(
          "limits.maxConnectionsPerPrincipal",
          OptionTypes.number(1, 1_000_000),
          "10000",
          "Most connections of one principal at once; one more is told OVERLOADED and closed.");

  /** Most unanswered requests of a connection. */
  public static final ConfigOption<Integer> MAX_IN_FLIGHT_PER_CONNECTION =
      option(
          "limits.maxInFlightPerConnection",
          OptionTypes.number(1, 1_000_000),
          "4096",
          "Most unanswered requests of one connection; one more is OVERLOADED.");

  /** Most unanswered requests of a principal. */
  public static final ConfigOption<Integer> MAX_IN_FLIGHT_PER_PRINCIPAL =
      option(
          "limits.maxInFlightPerPrincipal",
          OptionTypes.number(1, 10_000_000),
          "100000",
          "Most unanswered requests of one principal; one more is OVERLOADED.");

  /** Longest frame. */
  public static final ConfigOption<Integer> MAX_FRAME_BYTES =
      option(
          "limits.maxFrameBytes",
          OptionTypes.length(1 << 16, 1 << 30),
          "8MiB",
          "Longest frame of the protocol, either way; room for maxTransactionBytes and 64KiB at"
              + " least.");

  /** Longest value. */
  public static final ConfigOption<Integer> MAX_VALUE_BYTES =
      length("limits.", ServiceNumbers.MAX_VALUE_BYTES);

  /** Most keys of a transaction. */
  public static final ConfigOption<Integer> MAX_KEYS_PER_TRANSACTION =
      number("limits.", ServiceNumbers.MAX_KEYS_PER_TRANSACTION);

  /** Most written bytes of a transaction. */
  public static final ConfigOption<Integer> MAX_TRANSACTION_BYTES =
      length("limits.", ServiceNumbers.MAX_TRANSACTION_BYTES.withDefault(4 << 20));

  /** Most open interactive transactions of a connection. */
  public static final ConfigOption<Integer> MAX_OPEN_INTERACTIVE_PER_CONNECTION =
      option(
          "limits.maxOpenInteractivePerConnection",
          OptionTypes.number(1, 100_000),
          "256",
          "Most interactive transactions that one connection has open; one more is OVERLOADED.");

  /** Where reading of a connection pauses. */
  public static final ConfigOption<Integer> OUTBOUND_HIGH_BYTES =
      option(
          "limits.outboundHighBytes",
          OptionTypes.length(1 << 10, 1 << 30),
          "1MiB",
          "Answers that may wait for a slow client before nothing more is read from it.");

  /** Where reading of a connection goes on. */
  public static final ConfigOption<Integer> OUTBOUND_LOW_BYTES =
      option(
          "limits.outboundLowBytes",
          OptionTypes.length(0, 1 << 30),
          "256KiB",
          "Waiting answers at which reading goes on; below outboundHighBytes.");

  /** Longest handshake. */
  public static final ConfigOption<Duration> HANDSHAKE_TIMEOUT =
      option(
          "timeouts.handshake",
          OptionTypes.duration("10ms", "10m"),
          "10s",
          "Longest from the connection to the client's first frame; then it is closed.");

  /** Longest TLS handshake. */
  public static final ConfigOption<Duration> TLS_HANDSHAKE_TIMEOUT =
      option(
          "timeouts.tlsHandshake",
          OptionTypes.duration("10ms", "10m"),
          "10s",
          "Longest handshake of TLS; then the connection is closed.");

  /** Longest silence of a client. */
  public static final ConfigOption<Duration> IDLE_TIMEOUT =
      option(
          "timeouts.idle",
          OptionTypes.duration("0", "24h"),
          "5m",
          "A connection on which nothing came for this long is closed; 0 for never.");

  /** Longest drain. */
  public static final ConfigOption<Duration> DRAIN_TIMEOUT =
      option(
          "timeouts.drain",
          OptionTypes.duration("0", "1h"),
          "10s",
          "Longest that stopping waits for what is in flight.");

  /** The certificate. */
  public static final ConfigOption<Optional<Path>> TLS_CERTIFICATE =
      option(
          "tls.certificate",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The server's certificate and those that lead to its authority; with none there is no"
              + " TLS.");

  /** The private key. */
  public static final ConfigOption<Optional<Path>> TLS_KEY =
      option(
          "tls.key",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The certificate's private key, in PKCS#8.");

  /** The key's password. */
  public static final ConfigOption<Optional<String>> TLS_KEY_PASSWORD =
      add(
          new ConfigOption<>(
              "tls.keyPassword",
              OptionTypes.optional(OptionTypes.text("a text")),
              "none",
              "The password of an encrypted key; a file is the better place for it.",
              true));

  /** The file with the key's password. */
  public static final ConfigOption<Optional<Path>> TLS_KEY_PASSWORD_FILE =
      option(
          "tls.keyPasswordFile",
          OptionTypes.optional(OptionTypes.path("a file")),
          "none",
          "A file whose first line is the password of an encrypted key.");

  /** Whom client certificates must come from. */
  public static final ConfigOption<Optional<Path>> TLS_CLIENT_CERTIFICATES =
      option(
          "tls.clientCertificates",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The authorities that clients' certificates must come from.");

  /** Whether clients show certificates. */
  public static final ConfigOption<ClientAuth> TLS_CLIENT_AUTH =
      option(
          "tls.clientAuth",
          OptionTypes.choice(ClientAuth.class),
          "none",
          "Whether clients show certificates; needs tls.clientCertificates and"
              + " security.tokensFile.");

  /** Versions of TLS. */
  public static final ConfigOption<List<String>> TLS_PROTOCOLS =
      option(
          "tls.protocols",
          OptionTypes.list(OptionTypes.choice(List.of("TLSv1.3", "TLSv1.2"), name -> name)),
          "TLSv1.3,TLSv1.2",
          "The versions of TLS that are spoken.");

  /** The file of principals. */
  public static final ConfigOption<Optional<Path>> TOKENS_FILE =
      option(
          "security.tokensFile",
          OptionTypes.optional(OptionTypes.path("a file")),
          "none",
          "Who may do what, see `yardmaster token`; with none everybody may do everything.");

  /** Whether to do without security. */
  public static final ConfigOption<Boolean> ALLOW_INSECURE =
      option(
          "security.allowInsecure",
          OptionTypes.yesNo(),
          "false",
          "Whether other machines are served even without TLS or tokens.");

  /** Where it batches and reorders. */
  public static final ConfigOption<PipelineMode> PIPELINE_MODE =
      pipeline(
          "mode",
          OptionTypes.choice(List.of(PipelineMode.values()), PipelineMode::label),
          PIPELINE.mode(),
          "Where the pipeline batches and reorders; srvc is at storage and at the validator.");

  /** Whether it sets itself. */
  public static final ConfigOption<Boolean> PIPELINE_TUNED =
      pipeline(
          "tuned",
          OptionTypes.yesNo(),
          PIPELINE.tuned(),
          "Whether the pipeline finds out by itself how large batches are best, and switches off"
              + " reordering, repair or the solver where they do not pay.");

  /** Whether stale procedures are run again in place. */
  public static final ConfigOption<Boolean> PIPELINE_REPAIR =
      pipeline(
          "repair",
          OptionTypes.yesNo(),
          PIPELINE.repair(),
          "Whether procedures whose reads went stale are run again at the final validation.");

  /** How many transactions are let in. */
  public static final ConfigOption<Window> PIPELINE_WINDOW =
      pipeline(
          "window",
          OptionTypes.parsed(
              Window::of,
              Window::label,
              "open, adaptive or fixed:1 to fixed:" + PipelineNumbers.CONCURRENCY.most()),
          PIPELINE.window(),
          "How many of the transactions in flight are let in at once.");

  /** Waiting at hot keys. */
  public static final ConfigOption<Integer> PIPELINE_HOT_KEY_WAITING =
      number("pipeline.", PipelineNumbers.HOT_KEY_WAITING);

  /** Attempts until all is reserved. */
  public static final ConfigOption<Integer> PIPELINE_ATTEMPT_BOUND =
      numberOrZero("pipeline.", PipelineNumbers.ATTEMPT_BOUND);

  /** Longest reservation. */
  public static final ConfigOption<Duration> PIPELINE_RESERVATION =
      duration("pipeline.reservation", PipelineNumbers.RESERVATION);

  /** Most transactions in flight. */
  public static final ConfigOption<Integer> PIPELINE_CONCURRENCY =
      number("pipeline.", PipelineNumbers.CONCURRENCY);

  /** Most waiting transactions. */
  public static final ConfigOption<Integer> PIPELINE_WAITING_TRANSACTIONS =
      number("pipeline.", ServiceNumbers.WAITING_TRANSACTIONS.withDefault(16_384));

  /** Most requests of a batch. */
  public static final ConfigOption<Integer> PIPELINE_BATCH_SIZE =
      number("pipeline.", PipelineNumbers.BATCH_SIZE);

  /** Oldest batch. */
  public static final ConfigOption<Duration> PIPELINE_MAX_BATCH_AGE =
      duration("pipeline.maxBatchAge", PipelineNumbers.MAX_BATCH_AGE);

  /** Which agents share a thread. */
  public static final ConfigOption<ThreadLayout> PIPELINE_THREADS =
      pipeline(
          "threads",
          OptionTypes.choice(ThreadLayout.class),
          PIPELINE.threads(),
          "Which agents share a thread; auto goes by the number of cores.");

  /** Coordinators. */
  public static final ConfigOption<Integer> PIPELINE_PROCESSORS =
      number("pipeline.", PipelineNumbers.PROCESSORS);

  /** Shards of the store. */
  public static final ConfigOption<Integer> PIPELINE_STORAGE_WORKERS =
      number("pipeline.", PipelineNumbers.STORAGE_WORKERS);

  /** Collectors of batches. */
  public static final ConfigOption<Integer> PIPELINE_PREPARERS =
      number("pipeline.", PipelineNumbers.PREPARERS);

  /** Reorderers. */
  public static final ConfigOption<Integer> PIPELINE_REORDER_WORKERS =
      number("pipeline.", PipelineNumbers.REORDER_WORKERS);

  /** The feedback vertex set algorithm. */
  public static final ConfigOption<Solver> PIPELINE_SOLVER =
      pipeline(
          "solver",
          OptionTypes.choice(List.of(Solver.values()), Solver::optionName),
          PIPELINE.solver(),
          "The feedback vertex set algorithm.");

  /** Who is sacrificed first. */
  public static final ConfigOption<Policy> PIPELINE_POLICY =
      pipeline(
          "policy",
          OptionTypes.choice(List.of(Policy.values()), Policy::optionName),
          PIPELINE.policy(),
          "Which transactions are sacrificed first.");

  /** Most rounds of declarations. */
  public static final ConfigOption<Integer> PIPELINE_MAX_ROUNDS =
      number("pipeline.", ServiceNumbers.MAX_ROUNDS);

  /** Conflict reports. */
  public static final ConfigOption<Boolean> PIPELINE_CONFLICT_REPORTS =
      pipeline(
          "conflictReports",
          OptionTypes.yesNo(),
          PIPELINE.conflictReports(),
          "Whether aborts say which key conflicted with which transaction.");

  /** How long outcomes are kept. */
  public static final ConfigOption<Duration> PIPELINE_OUTCOME_RETENTION =
      duration("pipeline.outcomeRetention", ServiceNumbers.OUTCOME_RETENTION);

  /** Most outcomes. */
  public static final ConfigOption<Integer> PIPELINE_MAX_OUTCOMES =
      number("pipeline.", ServiceNumbers.MAX_OUTCOMES);

  /** Length of a log segment. */
  public static final ConfigOption<Long> PIPELINE_SEGMENT_BYTES =
      size("pipeline.", LogNumbers.SEGMENT_BYTES);

  /** Log that makes a checkpoint due. */
  public static final ConfigOption<Long> PIPELINE_CHECKPOINT_BYTES =
      size("pipeline.", LogNumbers.CHECKPOINT_BYTES);

  /** Network threads. */
  public static final ConfigOption<Integer> NETWORK_THREADS =
      option(
          "network.threads",
          OptionTypes.number(1, 64),
          "1",
          "Number of threads that read and write connections.");

  /** How log lines are written. */
  public static final ConfigOption<LogFormat> LOG_FORMAT =
      option(
          "log.format",
          OptionTypes.choice(LogFormat.class),
          "text",
          "Log lines for people, or an object of JSON each; on the error output.");

  /** Least urgent log lines. */
  public static final ConfigOption<LogLevel> LOG_LEVEL =
      option(
          "log.level",
          OptionTypes.choice(LogLevel.class),
          "info",
          "The least urgent log lines that are written.");

  private ServerOptions() {}

  /** All options, in the order of the documented file. */
  public static List<ConfigOption<?>> all() {
    return Collections.unmodifiableList(TABLE);
  }

  /** The option of a dotted name, if there is one. */
  public static Optional<ConfigOption<?>> named(String name) {
    return TABLE.stream()
        .filter(option -> option.name().equals(name))
        .<ConfigOption<?>>map(option -> option)
        .findFirst();
  }

  private static <T> ConfigOption<T> option(
      String name, OptionType<T> type, String defaultText, String description) {
    return add(new ConfigOption<>(name, type, defaultText, description, false));
  }

  private static <T> ConfigOption<T> pipeline(
      String name, OptionType<T> type, T byDefault, String description) {
    return option("pipeline." + name, type, type.format(byDefault), description);
  }

  private static ConfigOption<Integer> number(String section, NumberSetting setting) {
    return option(section, setting, OptionTypes.number(setting.least(), setting.most()));
  }

  private static ConfigOption<Integer> numberOrZero(String section, NumberSetting setting) {
    return option(section, setting, OptionTypes.numberOrZero(setting.least(), setting.most()));
  }

  private static ConfigOption<Integer> length(String section, NumberSetting setting) {
    return option(section, setting, OptionTypes.length(setting.least(), setting.most()));
  }

  private static ConfigOption<Long> size(String section, NumberSetting setting) {
    return option(section, setting, OptionTypes.size(setting.least(), setting.most()));
  }

  private static <T> ConfigOption<T> option(
      String section, NumberSetting setting, OptionType<T> type) {
    return option(
        section + setting.name(), type, String.valueOf(setting.byDefault()), setting.description());
  }

  private static ConfigOption<Duration> duration(String name, NumberSetting setting) {
    String unit = setting.unit();
    return option(
        name,
        OptionTypes.duration(setting.least() + unit, setting.most() + unit),
        setting.byDefault() + unit,
        setting.description());
  }

  private static <T> ConfigOption<T> add(ConfigOption<T> option) {
    TABLE.add(option);
    return option;
  }
}
