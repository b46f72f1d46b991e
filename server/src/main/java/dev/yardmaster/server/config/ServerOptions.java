package dev.yardmaster.server.config;

import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.table.PartitionRule;
import dev.yardmaster.replication.Member;
import dev.yardmaster.server.config.value.AuditedEvents;
import dev.yardmaster.server.config.value.ClientAuth;
import dev.yardmaster.server.config.value.DataStorage;
import dev.yardmaster.server.config.value.DurabilityMode;
import dev.yardmaster.server.config.value.HostPort;
import dev.yardmaster.server.config.value.LogFormat;
import dev.yardmaster.server.config.value.LogLevel;
import dev.yardmaster.server.config.value.TableText;
import dev.yardmaster.storage.log.LogNumbers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All options of the server, in the order of the commented file. Only this class, {@link
 * LimitOptions} and {@link PipelineOptions} state an option's name, type, range, unit, default and
 * description.
 */
public final class ServerOptions {

  private static final OptionTable TABLE = new OptionTable();

  /** The address for clients. */
  public static final ConfigOption<HostPort> LISTEN =
      TABLE.option(
          "listen",
          OptionTypes.address(),
          "127.0.0.1:7400",
          "The address for clients; port 0 takes any free port.");

  /** The address for operators. */
  public static final ConfigOption<Optional<HostPort>> ADMIN_LISTEN =
      TABLE.option(
          "admin.listen",
          OptionTypes.optional(OptionTypes.address()),
          "127.0.0.1:7401",
          "The HTTP address for health, metrics and the dashboard.");

  /** The host names by which requests may address the admin server. */
  public static final ConfigOption<List<String>> ADMIN_HOSTS =
      TABLE.option(
          "admin.hosts",
          OptionTypes.list(OptionTypes.hostName()),
          "none",
          "Host names by which requests may address the admin server if security is off; IP "
              + "addresses and localhost are always accepted.");

  /** The data directory. */
  public static final ConfigOption<Optional<Path>> DATA =
      TABLE.option(
          "data",
          OptionTypes.optional(OptionTypes.path("a directory")),
          "none",
          "The directory for the log and the checkpoints; with none, the data is in memory and is"
              + " lost when the server stops.");

  /** The directory to which files of the data directory are copied before they are removed. */
  public static final ConfigOption<Optional<Path>> ARCHIVE =
      TABLE.option(
          "archive",
          OptionTypes.optional(OptionTypes.path("a directory")),
          "none",
          "The directory to which complete segments and checkpoints are copied before they are"
              + " removed; needs data.");

  /** The time at which a commit is forced to disk. */
  public static final ConfigOption<DurabilityMode> DURABILITY =
      TABLE.option(
          "durability",
          OptionTypes.choice(DurabilityMode.class),
          "sync",
          "Whether a commit is forced to disk before or soon after the answer to the client;"
              + " needs data.");

  /**
   * The maximum age of the acknowledged commits that a crash may lose with asynchronous durability.
   */
  public static final ConfigOption<Duration> ASYNC_LOSS =
      TABLE.duration("asyncLoss", LogNumbers.LOSS);

  /** The place where the server keeps its data. */
  public static final ConfigOption<DataStorage> STORAGE =
      TABLE.option(
          "storage",
          OptionTypes.choice(DataStorage.class),
          "memory",
          "Where the data are. With memory, all are in memory. With disk or hbase, all are in a"
              + " table, in the data directory or in HBase, and memory has a copy of what was used"
              + " last; both need data.");

  /** The addresses of HBase's ZooKeeper. */
  public static final ConfigOption<List<HostPort>> HBASE_QUORUM =
      TABLE.option(
          "hbase.quorum",
          OptionTypes.list(OptionTypes.address()),
          "none",
          "The addresses of the ZooKeeper at which HBase is registered; needs storage hbase.");

  /** The node under which HBase is registered. */
  public static final ConfigOption<String> HBASE_ROOT =
      TABLE.option(
          "hbase.root",
          OptionTypes.text("a node"),
          "/hbase",
          "The node of ZooKeeper under which HBase is registered.");

  /** The name of the table in HBase. */
  public static final ConfigOption<String> HBASE_TABLE =
      TABLE.option(
          "hbase.table",
          OptionTypes.text("a name"),
          "yardmaster",
          "The name of the table in HBase, which belongs to one data directory.");

  /** The time that a call waits for HBase. */
  public static final ConfigOption<Duration> HBASE_TIMEOUT =
      TABLE.option(
          "hbase.timeout",
          OptionTypes.duration("100ms", "10m"),
          "10s",
          "The time that a call waits for HBase; then a flush or the start fails, and a read is"
              + " repeated.");

  /** The folder with HBase's client. */
  public static final ConfigOption<Optional<Path>> HBASE_LIBRARIES =
      TABLE.option(
          "hbase.libraries",
          OptionTypes.optional(OptionTypes.path("a directory")),
          "none",
          "The directory with the jars of HBase's client and of yardmaster-storage-hbase; with none,"
              + " they are on the class path.");

  /** The servers of the cluster. */
  public static final ConfigOption<List<Member>> CLUSTER_MEMBERS =
      TABLE.option(
          "cluster.members",
          ClusterSettings.members(),
          "none",
          "The servers of the cluster to which this server belongs, each with the address at which"
              + " the other servers reach it; the same list on each server. Needs cluster.node and"
              + " data.");

  /** The name of this server in its cluster. */
  public static final ConfigOption<Optional<String>> CLUSTER_NODE =
      TABLE.option(
          "cluster.node",
          OptionTypes.optional(OptionTypes.text("a name")),
          "none",
          "The name of this server among cluster.members.");

  /** The addresses at which clients reach the servers of the cluster. */
  public static final ConfigOption<List<Member>> CLUSTER_CLIENTS =
      TABLE.option(
          "cluster.clients",
          ClusterSettings.members(),
          "none",
          "The addresses at which clients reach the servers of the cluster, for servers whose"
              + " address for clients is not the host of cluster.members with the port of listen.");

  /** The certificate chain of this server for the other servers. */
  public static final ConfigOption<Optional<Path>> CLUSTER_CERTIFICATE =
      TABLE.option(
          "cluster.certificate",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The certificate chain with which this server and the other servers of the cluster"
              + " identify themselves to each other; needed unless all cluster.members have"
              + " loopback addresses.");

  /** The key of the cluster's certificate. */
  public static final ConfigOption<Optional<Path>> CLUSTER_KEY =
      TABLE.option(
          "cluster.key",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The private key of cluster.certificate, PKCS#8 without a password.");

  /** The authority of the cluster's certificates. */
  public static final ConfigOption<Optional<Path>> CLUSTER_AUTHORITY =
      TABLE.option(
          "cluster.authority",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The certificates of the authority that signs cluster.certificate, which must issue"
              + " certificates to servers of this cluster only.");

  /** Whether the server waits until the leader of a running cluster adds the server as a member. */
  public static final ConfigOption<Boolean> CLUSTER_JOIN =
      TABLE.option(
          "cluster.join",
          OptionTypes.yesNo(),
          "false",
          "Whether a server with an empty data directory waits until the leader of a running"
              + " cluster adds it, instead of beginning a new cluster with the others.");

  /**
   * The time without a message from the leader after which the other servers elect a new leader.
   */
  public static final ConfigOption<Duration> CLUSTER_ELECTION_TIMEOUT =
      TABLE.option(
          "cluster.electionTimeout",
          OptionTypes.duration("100ms", "1m"),
          "500ms",
          "The silence of a leader after which the other servers elect a new one.");

  /** Jars with procedures. */
  public static final ConfigOption<List<Path>> PROCEDURES =
      TABLE.option(
          "procedures",
          OptionTypes.list(OptionTypes.path("jar files")),
          "none",
          "Jars with your procedures, found by ServiceLoader.");

  /** The back end that runs the transactions. */
  public static final ConfigOption<String> ENGINE =
      TABLE.option(
          "engine",
          OptionTypes.choice(EngineSettings.choices(), name -> name),
          EngineSettings.PIPELINE,
          "What runs the transactions: the pipeline, or the in-process engine with the concurrency"
              + " control of this name.");

  /** The number of threads that run procedures in an engine. */
  public static final ConfigOption<Integer> WORKERS =
      TABLE.option(
          "workers",
          OptionTypes.numberOrZero(EngineConfig.WORKERS.least(), EngineConfig.WORKERS.most()),
          "0",
          EngineConfig.WORKERS.description() + " 0 starts one thread for each core.");

  /** The number of partitions of the keys in an engine. */
  public static final ConfigOption<Integer> PARTITIONS = TABLE.number("", EngineConfig.PARTITIONS);

  /** The rules by which keys belong to partitions. */
  public static final ConfigOption<List<PartitionRule>> PARTITION_BY =
      TABLE.option(
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
      TABLE.option(
          "tables",
          OptionTypes.list(OptionTypes.parsed(TableText::new, TableText::text, TableText.FORM)),
          "none",
          "The typed tables of an engine, which procedures read and write beside keys and values."
              + " With data, each start has the same tables; further ones are new.");

  static {
    TABLE.addAll(LimitOptions.TABLE);
  }

  /** The certificate. */
  public static final ConfigOption<Optional<Path>> TLS_CERTIFICATE =
      TABLE.option(
          "tls.certificate",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The server's certificate, followed by the chain to its authority; with none, there is no"
              + " TLS.");

  /** The private key. */
  public static final ConfigOption<Optional<Path>> TLS_KEY =
      TABLE.option(
          "tls.key",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The certificate's private key, in PKCS#8.");

  /** The password of the private key. */
  public static final ConfigOption<Optional<String>> TLS_KEY_PASSWORD =
      TABLE.secret(
          "tls.keyPassword",
          OptionTypes.optional(OptionTypes.text("a text")),
          "none",
          "The password of an encrypted key; prefer tls.keyPasswordFile.");

  /** The file with the password of the private key. */
  public static final ConfigOption<Optional<Path>> TLS_KEY_PASSWORD_FILE =
      TABLE.option(
          "tls.keyPasswordFile",
          OptionTypes.optional(OptionTypes.path("a file")),
          "none",
          "A file whose first line is the password of an encrypted key.");

  /** The authorities of client certificates. */
  public static final ConfigOption<Optional<Path>> TLS_CLIENT_CERTIFICATES =
      TABLE.option(
          "tls.clientCertificates",
          OptionTypes.optional(OptionTypes.path("a PEM file")),
          "none",
          "The authorities that must have signed the clients' certificates.");

  /** Whether clients send certificates. */
  public static final ConfigOption<ClientAuth> TLS_CLIENT_AUTH =
      TABLE.option(
          "tls.clientAuth",
          OptionTypes.choice(ClientAuth.class),
          "none",
          "Whether clients send certificates; needs tls.clientCertificates and"
              + " security.tokensFile.");

  /** The versions of TLS. */
  public static final ConfigOption<List<String>> TLS_PROTOCOLS =
      TABLE.option(
          "tls.protocols",
          OptionTypes.list(OptionTypes.choice(List.of("TLSv1.3", "TLSv1.2"), name -> name)),
          "TLSv1.3,TLSv1.2",
          "The versions of TLS that the server accepts.");

  /** The file of principals. */
  public static final ConfigOption<Optional<Path>> TOKENS_FILE =
      TABLE.option(
          "security.tokensFile",
          OptionTypes.optional(OptionTypes.path("a file")),
          "none",
          "The principals and their roles, see `yardmaster token`; with none, every client has"
              + " all roles.");

  /** Whether the server may run without security. */
  public static final ConfigOption<Boolean> ALLOW_INSECURE =
      TABLE.option(
          "security.allowInsecure",
          OptionTypes.yesNo(),
          "false",
          "Whether to listen for other machines even without TLS or tokens.");

  static {
    TABLE.addAll(PipelineOptions.TABLE);
  }

  /** The number of network threads. */
  public static final ConfigOption<Integer> NETWORK_THREADS =
      TABLE.option(
          "network.threads",
          OptionTypes.number(1, 64),
          "1",
          "Number of threads that read and write connections.");

  /** The file of the audit log. */
  public static final ConfigOption<Optional<Path>> AUDIT_FILE =
      TABLE.option(
          "audit.file",
          OptionTypes.optional(OptionTypes.path("a file")),
          "none",
          "The file to which the audit log is appended, a JSON object on each line.");

  /** The events of the audit log. */
  public static final ConfigOption<AuditedEvents> AUDIT_EVENTS =
      TABLE.option(
          "audit.events",
          OptionTypes.choice(AuditedEvents.class),
          "writes",
          "The events in the audit log: refusals; writes adds connections and requests that "
              + "may write; all adds requests that only read.");

  /** The format of log lines. */
  public static final ConfigOption<LogFormat> LOG_FORMAT =
      TABLE.option(
          "log.format",
          OptionTypes.choice(LogFormat.class),
          "text",
          "The format of the log lines on the error output: text or JSON objects.");

  /** The lowest level of log lines that are written. */
  public static final ConfigOption<LogLevel> LOG_LEVEL =
      TABLE.option(
          "log.level",
          OptionTypes.choice(LogLevel.class),
          "info",
          "The lowest level of log lines that are written.");

  private ServerOptions() {}

  /** Returns all options, in the order of the commented file. */
  public static List<ConfigOption<?>> all() {
    return TABLE.all();
  }

  /** Returns the option with a dotted name, if there is one. */
  public static Optional<ConfigOption<?>> named(String name) {
    return all().stream()
        .filter(option -> option.name().equals(name))
        .<ConfigOption<?>>map(option -> option)
        .findFirst();
  }
}
