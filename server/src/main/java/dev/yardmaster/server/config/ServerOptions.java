package dev.yardmaster.server.config;

import dev.yardmaster.api.setting.NumberSetting;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.table.PartitionRule;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineMode;
import dev.yardmaster.processor.PipelineNumbers;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.replication.Member;
import dev.yardmaster.service.ServiceNumbers;
import dev.yardmaster.storage.log.LogNumbers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * All options of the server, in the order of the commented file. Only this class states an option's
 * name, type, range, unit, default and description. The definitions of the pipeline's settings come
 * from the pipeline.
 */
public final class ServerOptions {

  private static final List<ConfigOption<?>> TABLE = new ArrayList<>();
  private static final PipelineConfig PIPELINE = PipelineConfig.defaults();

  /** The address for clients. */
  public static final ConfigOption<HostPort> LISTEN =
      option(
          "listen",
          OptionTypes.address(),
          "127.0.0.1:7400",
          "The address for clients; port 0 takes any free port.");

  /** The address for operators. */
  public static final ConfigOption<Optional<HostPort>> ADMIN_LISTEN =
      option(
          "admin.listen",
          OptionTypes.optional(OptionTypes.address()),
          "127.0.0.1:7401",
          "The HTTP address for health, metrics and the dashboard.");

  /** The host names by which requests may address the admin server. */
  public static final ConfigOption<List<String>> ADMIN_HOSTS =
      option(
          "admin.hosts",
          OptionTypes.list(OptionTypes.hostName()),
          "none",
          "Host names by which requests may address the admin server if security is off; IP "
              + "addresses and localhost are always accepted.");

  /** The data directory. */
  public static final ConfigOption<Optional<Path>> DATA =
      option(
          "data",
          OptionTypes.optional(OptionTypes.path("a directory")),
          "none",
          "The directory for the log and the checkpoints; with none, the data is in memory and is"
              + " lost when the server stops.");

  /** The directory to which files are copied before they are removed. */
  public static final ConfigOption<Optional<Path>> ARCHIVE =
      option(
          "archive",
          OptionTypes.optional(OptionTypes.path("a directory")),
          "none",
          "The directory to which complete segments and checkpoints are copied before they are"
              + " removed; needs data.");

  /** The time at which a commit is forced to disk. */
  public static final ConfigOption<DurabilityMode> DURABILITY =
      option(
          "durability",
          OptionTypes.choice(DurabilityMode.class),
          "sync",
          "Whether a commit is forced to disk before or soon after the answer to the client;"
              + " needs data.");

  /**
   * The maximum age of the acknowledged commits that a crash may lose with asynchronous durability.
   */
  public static final ConfigOption<Duration> ASYNC_LOSS = duration("asyncLoss", LogNumbers.LOSS);

  /** Where the data are. */
  public static final ConfigOption<DataStorage> STORAGE =
      option(
          "storage",
          OptionTypes.choice(DataStorage.class),
          "memory",
          "Where the data are. With memory, all are in memory. With disk or hbase, all are in a"
              + " table, in the data directory or in HBase, and memory has a copy of what was used"
              + " last; both need data.");

  /** The addresses of HBase's ZooKeeper. */
  public static final ConfigOption<List<HostPort>> HBASE_QUORUM =
      option(
          "hbase.quorum",
          OptionTypes.list(OptionTypes.address()),
          "none",
          "The addresses of the ZooKeeper at which HBase is registered; needs storage hbase.");

  /** The node under which HBase is registered. */
  public static final ConfigOption<String> HBASE_ROOT =
      option(
          "hbase.root",
          OptionTypes.text("a node"),
          "/hbase",
          "The node of ZooKeeper under which HBase is registered.");

  /** The name of the table in HBase. */
  public static final ConfigOption<String> HBASE_TABLE =
      option(
          "hbase.table",
          OptionTypes.text("a name"),
          "yardmaster",
          "The name of the table in HBase, which belongs to one data directory.");

  /** The time that a call waits for HBase. */
  public static final ConfigOption<Duration> HBASE_TIMEOUT =
      option(
          "hbase.timeout",
          OptionTypes.duration("100ms", "10m"),
          "10s",
          "The time that a call waits for HBase; then a flush or the start fails, and a read is"
              + " repeated.");

  /** The folder with HBase's client. */
  public static final ConfigOption<Optional<Path>> HBASE_LIBRARIES =
      option(
          "hbase.libraries",
          OptionTypes.optional(OptionTypes.path("a directory")),
          "none",
          "The directory with the jars of HBase's client and of yardmaster-storage-hbase; with none,"
              + " they are on the class path.");

  /** The servers of the cluster. */
  public static final ConfigOption<List<Member>> CLUSTER_MEMBERS =
      option(
          "cluster.members",
          ClusterSettings.members(),
          "none",
          "The servers of the cluster to which this server belongs, each with the address at which"
              + " the other servers reach it; the same list on each server. Needs cluster.node and"
              + " data.");

  /** The name of this server in its cluster. */
  public static final ConfigOption<Optional<String>> CLUSTER_NODE =
      option(
          "cluster.node",
          OptionTypes.optional(OptionTypes.text("a name")),
          "none",
          "The name of this server among cluster.members.");

  /** The addresses at which clients reach the servers of the cluster. */
  public static final ConfigOption<List<Member>> CLUSTER_CLIENTS =
      option(
          "cluster.clients",
          ClusterSettings.members(),
          "none",
          "The addresses at which clients reach the servers of the cluster, for servers whose"
              + " address for clients is not the host of cluster.members with the port of listen.");

  /** The certificate chain of this server for the other servers. */
  public static final ConfigOption<Optional<Path>> CLUSTER_CERTIFICATE =
      option(
          "cluster.certificate",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The certificate chain with which this server and the other servers of the cluster"
              + " identify themselves to each other; needed unless all cluster.members have"
              + " loopback addresses.");

  /** The key of the cluster's certificate. */
  public static final ConfigOption<Optional<Path>> CLUSTER_KEY =
      option(
          "cluster.key",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The private key of cluster.certificate, PKCS#8 without a password.");

  /** The authority of the cluster's certificates. */
  public static final ConfigOption<Optional<Path>> CLUSTER_AUTHORITY =
      option(
          "cluster.authority",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The certificates of the authority that signs cluster.certificate, which must issue"
              + " certificates to servers of this cluster only.");

  /** Whether the server waits until the leader of a running cluster adds it. */
  public static final ConfigOption<Boolean> CLUSTER_JOIN =
      option(
          "cluster.join",
          OptionTypes.yesNo(),
          "false",
          "Whether a server with an empty data directory waits until the leader of a running"
              + " cluster adds it, instead of beginning a new cluster with the others.");

  /** The silence of a leader after which the others elect a new one. */
  public static final ConfigOption<Duration> CLUSTER_ELECTION_TIMEOUT =
      option(
          "cluster.electionTimeout",
          OptionTypes.duration("100ms", "1m"),
          "500ms",
          "The silence of a leader after which the other servers elect a new one.");

  /** Jars with procedures. */
  public static final ConfigOption<List<Path>> PROCEDURES =
      option(
          "procedures",
          OptionTypes.list(OptionTypes.path("jar files")),
          "none",
          "Jars with your procedures, found by ServiceLoader.");

  /** The back end that runs the transactions. */
  public static final ConfigOption<String> ENGINE =
      option(
          "engine",
          OptionTypes.choice(EngineSettings.choices(), name -> name),
          EngineSettings.PIPELINE,
          "What runs the transactions: the pipeline, or the in-process engine with the concurrency"
              + " control of this name.");

  /** The number of threads that run procedures in an engine. */
  public static final ConfigOption<Integer> WORKERS =
      option(
          "workers",
          OptionTypes.numberOrZero(EngineConfig.WORKERS.least(), EngineConfig.WORKERS.most()),
          "0",
          EngineConfig.WORKERS.description() + " 0 starts one thread for each core.");

  /** The number of partitions of the keys in an engine. */
  public static final ConfigOption<Integer> PARTITIONS = number("", EngineConfig.PARTITIONS);

  /** The rules by which keys belong to partitions. */
  public static final ConfigOption<List<PartitionRule>> PARTITION_BY =
      option(
          "partitionBy",
          OptionTypes.list(
              OptionTypes.parsed(
                  PartitionRule::of,
                  PartitionRule::label,
                  PartitionRule.FORMS + ", after TABLE= for one table")),
          "hash",
          "The part of a key whose hash is the key's partition: the whole key, the bytes before a"
              + " separator, or the first bytes.");

  /** The typed tables of an engine. */
  public static final ConfigOption<List<TableText>> TABLES =
      option(
          "tables",
          OptionTypes.list(OptionTypes.parsed(TableText::new, TableText::text, TableText.FORM)),
          "none",
          "The typed tables of an engine, which procedures read and write beside keys and values."
              + " With data, each start has the same tables; further ones are new.");

  /** The maximum number of open connections. */
  public static final ConfigOption<Integer> MAX_CONNECTIONS =
      option(
          "limits.maxConnections",
          OptionTypes.number(1, 1_000_000),
          "10000",
          "Maximum number of open connections; a further connection gets OVERLOADED and is"
              + " closed.");

  /** The maximum number of open connections of a principal. */
  public static final ConfigOption<Integer> MAX_CONNECTIONS_PER_PRINCIPAL =
      option(
          "limits.maxConnectionsPerPrincipal",
          OptionTypes.number(1, 1_000_000),
          "10000",
          "Maximum number of open connections of one principal; a further connection gets"
              + " OVERLOADED and is closed.");

  /** The maximum number of unanswered requests of a connection. */
  public static final ConfigOption<Integer> MAX_IN_FLIGHT_PER_CONNECTION =
      option(
          "limits.maxInFlightPerConnection",
          OptionTypes.number(1, 1_000_000),
          "4096",
          "Maximum number of unanswered requests of one connection; a further request gets"
              + " OVERLOADED.");

  /** The maximum number of unanswered requests of a principal. */
  public static final ConfigOption<Integer> MAX_IN_FLIGHT_PER_PRINCIPAL =
      option(
          "limits.maxInFlightPerPrincipal",
          OptionTypes.number(1, 10_000_000),
          "100000",
          "Maximum number of unanswered requests of one principal; a further request gets"
              + " OVERLOADED.");

  /** The longest frame. */
  public static final ConfigOption<Integer> MAX_FRAME_BYTES =
      option(
          "limits.maxFrameBytes",
          OptionTypes.length(1 << 16, 1 << 30),
          "8MiB",
          "Maximum length of a frame in either direction; at least maxTransactionBytes plus"
              + " 64KiB, and maxValueBytes plus 64KiB.");

  /** The longest value. */
  public static final ConfigOption<Integer> MAX_VALUE_BYTES =
      length("limits.", ServiceNumbers.MAX_VALUE_BYTES);

  /** The maximum number of keys of a transaction. */
  public static final ConfigOption<Integer> MAX_KEYS_PER_TRANSACTION =
      number("limits.", ServiceNumbers.MAX_KEYS_PER_TRANSACTION);

  /** The maximum number of written bytes of a transaction. */
  public static final ConfigOption<Integer> MAX_TRANSACTION_BYTES =
      length("limits.", ServiceNumbers.MAX_TRANSACTION_BYTES.withDefault(4 << 20));

  /** The maximum memory of all data. */
  public static final ConfigOption<Long> MAX_DATA_BYTES =
      size("limits.", ServiceNumbers.MAX_DATA_BYTES);

  /** The maximum number of open interactive transactions in an engine. */
  public static final ConfigOption<Integer> MAX_OPEN_INTERACTIVE =
      option(
          "limits.maxOpenInteractive",
          OptionTypes.number(1, EngineConfig.INTERACTIVE.most()),
          String.valueOf(EngineConfig.INTERACTIVE.byDefault()),
          EngineConfig.INTERACTIVE.description());

  /** The maximum number of open interactive transactions of a connection. */
  public static final ConfigOption<Integer> MAX_OPEN_INTERACTIVE_PER_CONNECTION =
      option(
          "limits.maxOpenInteractivePerConnection",
          OptionTypes.number(1, 100_000),
          "256",
          "Maximum number of open interactive transactions of one connection; a further"
              + " transaction gets OVERLOADED.");

  /** The maximum number of open interactive transactions of a principal. */
  public static final ConfigOption<Integer> MAX_OPEN_INTERACTIVE_PER_PRINCIPAL =
      option(
          "limits.maxOpenInteractivePerPrincipal",
          OptionTypes.number(1, 100_000),
          "200",
          "Maximum number of open interactive transactions of one principal; a further "
              + "transaction gets OVERLOADED. Less than pipeline.concurrency leaves room "
              + "for other principals.");

  /** The maximum number of open snapshots of a principal. */
  public static final ConfigOption<Integer> MAX_SNAPSHOTS_PER_PRINCIPAL =
      option(
          "limits.maxSnapshotsPerPrincipal",
          OptionTypes.number(1, 65_536),
          "16",
          "Maximum number of open read-only snapshots of one principal; a further snapshot gets "
              + "OVERLOADED. Less than pipeline.maxSnapshots leaves room for other principals.");

  /** The maximum number of connections from an address whose clients are not known. */
  public static final ConfigOption<Integer> MAX_NEW_CONNECTIONS_PER_ADDRESS =
      option(
          "limits.maxNewConnectionsPerAddress",
          OptionTypes.number(1, 1_000_000),
          "1000",
          "Maximum number of connections from one address whose clients have not identified "
              + "themselves yet; a further connection gets OVERLOADED and is closed.");

  /** The maximum number of bytes that the server holds for all clients. */
  public static final ConfigOption<Long> HELD_BYTES =
      option(
          "limits.heldBytes",
          OptionTypes.size(1 << 20, 1L << 40),
          "256MiB",
          "Maximum number of bytes that the server holds for all clients: unfinished frames, requests,"
              + " values of interactive transactions, and answers. The server uses at most a"
              + " quarter of its heap.");

  /** The maximum number of bytes that the server holds for a principal. */
  public static final ConfigOption<Long> HELD_BYTES_PER_PRINCIPAL =
      option(
          "limits.heldBytesPerPrincipal",
          OptionTypes.size(1 << 20, 1L << 40),
          "128MiB",
          "Maximum number of bytes that the server holds for one principal; a request that needs more gets"
              + " OVERLOADED. The server uses at most half of the bytes for all clients.");

  /** The maximum number of bytes that the server holds for a connection. */
  public static final ConfigOption<Long> HELD_BYTES_PER_CONNECTION =
      option(
          "limits.heldBytesPerConnection",
          OptionTypes.size(1 << 20, 1L << 40),
          "64MiB",
          "Maximum number of bytes that the server holds for one connection; a request that needs more"
              + " gets OVERLOADED. At least four times maxFrameBytes.");

  /** The number of unwritten bytes at which the server stops reading from a connection. */
  public static final ConfigOption<Integer> OUTBOUND_HIGH_BYTES =
      option(
          "limits.outboundHighBytes",
          OptionTypes.length(1 << 10, 1 << 30),
          "1MiB",
          "Length of a client's pending answers at which the server stops reading from the"
              + " client.");

  /** The number of unwritten bytes at which the server resumes reading from a connection. */
  public static final ConfigOption<Integer> OUTBOUND_LOW_BYTES =
      option(
          "limits.outboundLowBytes",
          OptionTypes.length(0, 1 << 30),
          "256KiB",
          "Length of a client's pending answers at which the server resumes reading; below"
              + " outboundHighBytes.");

  /** The timeout of the handshake. */
  public static final ConfigOption<Duration> HANDSHAKE_TIMEOUT =
      option(
          "timeouts.handshake",
          OptionTypes.duration("10ms", "10m"),
          "10s",
          "Longest time from the opening of a connection to the client's first frame; then the"
              + " connection is closed.");

  /** The timeout of the TLS handshake. */
  public static final ConfigOption<Duration> TLS_HANDSHAKE_TIMEOUT =
      option(
          "timeouts.tlsHandshake",
          OptionTypes.duration("10ms", "10m"),
          "10s",
          "Longest time of a TLS handshake; then the connection is closed.");

  /** The timeout of idle connections. */
  public static final ConfigOption<Duration> IDLE_TIMEOUT =
      option(
          "timeouts.idle",
          OptionTypes.duration("0", "24h"),
          "5m",
          "The server closes a connection if its client sends no byte for this time; 0 for never.");

  /** The timeout of an unfinished frame. */
  public static final ConfigOption<Duration> FRAME_TIMEOUT =
      option(
          "timeouts.frame",
          OptionTypes.duration("10ms", "1h"),
          "30s",
          "Longest time from the first byte of a frame to its last byte; then the "
              + "connection is closed.");

  /** The maximum duration of an interactive transaction. */
  public static final ConfigOption<Duration> INTERACTIVE_TIMEOUT =
      option(
          "timeouts.interactive",
          OptionTypes.duration("1ms", "24h"),
          "10m",
          "Longest interactive transaction; a client may request a shorter time.");

  /** The timeout of an idle interactive transaction. */
  public static final ConfigOption<Duration> INTERACTIVE_IDLE_TIMEOUT =
      option(
          "timeouts.interactiveIdle",
          OptionTypes.duration("1ms", "24h"),
          "1m",
          "An interactive transaction whose client sends no step for this time is ended.");

  /** The time for which an interactive transaction keeps its locks in an engine. */
  public static final ConfigOption<Duration> INTERACTIVE_STEP_TIMEOUT =
      duration("timeouts.interactiveStep", EngineConfig.STEP_TIMEOUT);

  /** The timeout of a drain. */
  public static final ConfigOption<Duration> DRAIN_TIMEOUT =
      option(
          "timeouts.drain",
          OptionTypes.duration("0", "1h"),
          "10s",
          "Longest time for which a stopping server waits for the transactions in flight.");

  /** The certificate. */
  public static final ConfigOption<Optional<Path>> TLS_CERTIFICATE =
      option(
          "tls.certificate",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The server's certificate, followed by the chain to its authority; with none, there is no"
              + " TLS.");

  /** The private key. */
  public static final ConfigOption<Optional<Path>> TLS_KEY =
      option(
          "tls.key",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The certificate's private key, in PKCS#8.");

  /** The password of the private key. */
  public static final ConfigOption<Optional<String>> TLS_KEY_PASSWORD =
      add(
          new ConfigOption<>(
              "tls.keyPassword",
              OptionTypes.optional(OptionTypes.text("a text")),
              "none",
              "The password of an encrypted key; prefer tls.keyPasswordFile.",
              true));

  /** The file with the password of the private key. */
  public static final ConfigOption<Optional<Path>> TLS_KEY_PASSWORD_FILE =
      option(
          "tls.keyPasswordFile",
          OptionTypes.optional(OptionTypes.path("a file")),
          "none",
          "A file whose first line is the password of an encrypted key.");

  /** The authorities of client certificates. */
  public static final ConfigOption<Optional<Path>> TLS_CLIENT_CERTIFICATES =
      option(
          "tls.clientCertificates",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The authorities that must have signed the clients' certificates.");

  /** Whether clients send certificates. */
  public static final ConfigOption<ClientAuth> TLS_CLIENT_AUTH =
      option(
          "tls.clientAuth",
          OptionTypes.choice(ClientAuth.class),
          "none",
          "Whether clients send certificates; needs tls.clientCertificates and"
              + " security.tokensFile.");

  /** The versions of TLS. */
  public static final ConfigOption<List<String>> TLS_PROTOCOLS =
      option(
          "tls.protocols",
          OptionTypes.list(OptionTypes.choice(List.of("TLSv1.3", "TLSv1.2"), name -> name)),
          "TLSv1.3,TLSv1.2",
          "The versions of TLS that the server accepts.");

  /** The file of principals. */
  public static final ConfigOption<Optional<Path>> TOKENS_FILE =
      option(
          "security.tokensFile",
          OptionTypes.optional(OptionTypes.path("a file")),
          "none",
          "The principals and their roles, see `yardmaster token`; with none, every client has"
              + " all roles.");

  /** Whether to run without security. */
  public static final ConfigOption<Boolean> ALLOW_INSECURE =
      option(
          "security.allowInsecure",
          OptionTypes.yesNo(),
          "false",
          "Whether to listen for other machines even without TLS or tokens.");

  /** The parts of the pipeline that batch and reorder. */
  public static final ConfigOption<PipelineMode> PIPELINE_MODE =
      pipeline(
          "mode",
          OptionTypes.choice(List.of(PipelineMode.values()), PipelineMode::label),
          PIPELINE.mode(),
          "Where the pipeline batches and reorders; srvc is at storage and at the validator.");

  /** Whether the pipeline tunes itself. */
  public static final ConfigOption<Boolean> PIPELINE_TUNED =
      pipeline(
          "tuned",
          OptionTypes.yesNo(),
          PIPELINE.tuned(),
          "Whether the pipeline tunes its batch size by measurement, and switches off reordering,"
              + " repair or the solver where they do not pay.");

  /** Whether procedures with stale reads are run again in place. */
  public static final ConfigOption<Boolean> PIPELINE_REPAIR =
      pipeline(
          "repair",
          OptionTypes.yesNo(),
          PIPELINE.repair(),
          "Whether procedures with stale reads are run again in place at the final validation.");

  /** The number of transactions in flight that the pipeline admits at the same time. */
  public static final ConfigOption<Window> PIPELINE_WINDOW =
      pipeline(
          "window",
          OptionTypes.parsed(
              Window::of,
              Window::label,
              "open, adaptive or fixed:1 to fixed:" + PipelineNumbers.CONCURRENCY.most()),
          PIPELINE.window(),
          "The number of transactions in flight that the pipeline admits at the same time.");

  /** The maximum number of transactions that wait for one hot key. */
  public static final ConfigOption<Integer> PIPELINE_HOT_KEY_WAITING =
      number("pipeline.", PipelineNumbers.HOT_KEY_WAITING);

  /** The maximum number of runs of a transaction. */
  public static final ConfigOption<Integer> PIPELINE_ATTEMPT_BOUND =
      numberOrZero("pipeline.", PipelineNumbers.ATTEMPT_BOUND);

  /** The longest time for which a reservation lasts. */
  public static final ConfigOption<Duration> PIPELINE_RESERVATION =
      duration("pipeline.reservation", PipelineNumbers.RESERVATION);

  /** The maximum number of transactions in flight. */
  public static final ConfigOption<Integer> PIPELINE_CONCURRENCY =
      number("pipeline.", PipelineNumbers.CONCURRENCY);

  /** The maximum number of waiting transactions. */
  public static final ConfigOption<Integer> PIPELINE_WAITING_TRANSACTIONS =
      number("pipeline.", ServiceNumbers.WAITING_TRANSACTIONS.withDefault(16_384));

  /** The maximum number of requests of a batch. */
  public static final ConfigOption<Integer> PIPELINE_BATCH_SIZE =
      number("pipeline.", PipelineNumbers.BATCH_SIZE);

  /** The maximum age of a batch. */
  public static final ConfigOption<Duration> PIPELINE_MAX_BATCH_AGE =
      duration("pipeline.maxBatchAge", PipelineNumbers.MAX_BATCH_AGE);

  /** The way in which agents share threads. */
  public static final ConfigOption<ThreadLayout> PIPELINE_THREADS =
      pipeline(
          "threads",
          OptionTypes.choice(ThreadLayout.class),
          PIPELINE.threads(),
          "Which agents share a thread; auto is shared below 4 cores, otherwise spread.");

  /** The number of processors. */
  public static final ConfigOption<Integer> PIPELINE_PROCESSORS =
      number("pipeline.", PipelineNumbers.PROCESSORS);

  /** The number of storage workers. */
  public static final ConfigOption<Integer> PIPELINE_STORAGE_WORKERS =
      number("pipeline.", PipelineNumbers.STORAGE_WORKERS);

  /** The number of preparers. */
  public static final ConfigOption<Integer> PIPELINE_PREPARERS =
      number("pipeline.", PipelineNumbers.PREPARERS);

  /** The number of reorder workers. */
  public static final ConfigOption<Integer> PIPELINE_REORDER_WORKERS =
      number("pipeline.", PipelineNumbers.REORDER_WORKERS);

  /** The feedback vertex set algorithm. */
  public static final ConfigOption<Solver> PIPELINE_SOLVER =
      pipeline(
          "solver",
          OptionTypes.choice(List.of(Solver.values()), Solver::optionName),
          PIPELINE.solver(),
          "The feedback vertex set algorithm.");

  /** The policy that chooses the transactions that are aborted first. */
  public static final ConfigOption<Policy> PIPELINE_POLICY =
      pipeline(
          "policy",
          OptionTypes.choice(List.of(Policy.values()), Policy::optionName),
          PIPELINE.policy(),
          "Which transactions the reorderer aborts first.");

  /** The maximum number of rounds of declarations. */
  public static final ConfigOption<Integer> PIPELINE_MAX_ROUNDS =
      number("pipeline.", ServiceNumbers.MAX_ROUNDS);

  /** Whether an abort reports its conflict. */
  public static final ConfigOption<Boolean> PIPELINE_CONFLICT_REPORTS =
      pipeline(
          "conflictReports",
          OptionTypes.yesNo(),
          PIPELINE.conflictReports(),
          "Whether an abort reports the key and the transaction of its conflict.");

  /** The retention of outcomes. */
  public static final ConfigOption<Duration> PIPELINE_OUTCOME_RETENTION =
      duration("pipeline.outcomeRetention", ServiceNumbers.OUTCOME_RETENTION);

  /** The maximum number of outcomes. */
  public static final ConfigOption<Integer> PIPELINE_MAX_OUTCOMES =
      number("pipeline.", ServiceNumbers.MAX_OUTCOMES);

  /** The maximum number of open snapshots. */
  public static final ConfigOption<Integer> PIPELINE_MAX_SNAPSHOTS =
      number("pipeline.", PipelineNumbers.MAX_SNAPSHOTS);

  /** The maximum memory of the values that are kept for snapshots. */
  public static final ConfigOption<Long> PIPELINE_MAX_SNAPSHOT_BYTES =
      size("pipeline.", PipelineNumbers.MAX_SNAPSHOT_BYTES);

  /** The length of a log segment. */
  public static final ConfigOption<Long> PIPELINE_SEGMENT_BYTES =
      size("pipeline.", LogNumbers.SEGMENT_BYTES);

  /** The length of log after which a checkpoint is written. */
  public static final ConfigOption<Long> PIPELINE_CHECKPOINT_BYTES =
      size("pipeline.", LogNumbers.CHECKPOINT_BYTES);

  /** The number of network threads. */
  public static final ConfigOption<Integer> NETWORK_THREADS =
      option(
          "network.threads",
          OptionTypes.number(1, 64),
          "1",
          "Number of threads that read and write connections.");

  /** The file of the audit log. */
  public static final ConfigOption<Optional<Path>> AUDIT_FILE =
      option(
          "audit.file",
          OptionTypes.optional(OptionTypes.path("a file")),
          "none",
          "The file to which the audit log is appended, a JSON object on each line.");

  /** The events of the audit log. */
  public static final ConfigOption<AuditedEvents> AUDIT_EVENTS =
      option(
          "audit.events",
          OptionTypes.choice(AuditedEvents.class),
          "writes",
          "The events in the audit log: refusals; writes adds connections and requests that "
              + "may write; all adds requests that only read.");

  /** The format of log lines. */
  public static final ConfigOption<LogFormat> LOG_FORMAT =
      option(
          "log.format",
          OptionTypes.choice(LogFormat.class),
          "text",
          "The format of the log lines on the error output: text or JSON objects.");

  /** The lowest level of log lines that are written. */
  public static final ConfigOption<LogLevel> LOG_LEVEL =
      option(
          "log.level",
          OptionTypes.choice(LogLevel.class),
          "info",
          "The lowest level of log lines that are written.");

  private ServerOptions() {}

  /** Returns all options, in the order of the commented file. */
  public static List<ConfigOption<?>> all() {
    return Collections.unmodifiableList(TABLE);
  }

  /** Returns the option with a dotted name, if there is one. */
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
