package dev.yardmaster.server.config;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.server.config.value.ClientAuth;
import dev.yardmaster.server.config.value.DataStorage;
import dev.yardmaster.server.config.value.DurabilityMode;
import dev.yardmaster.server.config.value.HostPort;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Checks the rules that concern several options. */
final class ConfigRules {

  /**
   * The maximum number of bytes of a frame beside the values: keys, options, and the client's
   * hello.
   */
  private static final int FRAME_OVERHEAD_BYTES = 1 << 16;

  /**
   * The longest value for a table of HBase: HBase's default limit of a cell, without 2 KiB for the
   * longest row and the cell's own fields.
   */
  private static final int MAX_HBASE_VALUE_BYTES = (10 << 20) - (2 << 10);

  private final ServerConfig config;
  private final ConfigProblems problems;

  private ConfigRules(ServerConfig config, ConfigProblems problems) {
    this.config = config;
    this.problems = problems;
  }

  static void check(ServerConfig config, ConfigProblems problems) {
    ConfigRules rules = new ConfigRules(config, problems);
    rules.checkData();
    rules.checkLimits();
    rules.checkTls();
    rules.checkClientCertificates();
    rules.checkReach(ServerOptions.LISTEN, Optional.of(config.get(ServerOptions.LISTEN)));
    rules.checkReach(ServerOptions.ADMIN_LISTEN, config.get(ServerOptions.ADMIN_LISTEN));
    rules.checkEngine();
    rules.checkCluster();
  }

  private void checkData() {
    if (config.get(ServerOptions.DATA).isEmpty() && config.isGiven(ServerOptions.DURABILITY)) {
      add("durability is set, but data is not", ServerOptions.DURABILITY);
    }
    if (config.get(ServerOptions.DATA).isEmpty() && config.get(ServerOptions.ARCHIVE).isPresent()) {
      add("archive is set, but data is not", ServerOptions.ARCHIVE);
    }
    DataStorage storage = config.get(ServerOptions.STORAGE);
    if (storage != DataStorage.MEMORY && config.get(ServerOptions.DATA).isEmpty()) {
      add(
          "storage is " + ServerOptions.STORAGE.type().format(storage) + ", but data is not set",
          ServerOptions.STORAGE);
    }
    if (storage == DataStorage.HBASE) {
      if (config.get(ServerOptions.HBASE_QUORUM).isEmpty()) {
        add("storage is hbase, but hbase.quorum is not set", ServerOptions.STORAGE);
      }
      int valueBytes = config.get(LimitOptions.MAX_VALUE_BYTES);
      if (valueBytes > MAX_HBASE_VALUE_BYTES) {
        add(
            LimitOptions.MAX_VALUE_BYTES.name()
                + "="
                + valueBytes
                + " must be at most "
                + MAX_HBASE_VALUE_BYTES
                + " with storage=hbase, because HBase refuses larger cells",
            LimitOptions.MAX_VALUE_BYTES);
      }
    } else {
      for (ConfigOption<?> option : ServerOptions.all()) {
        if (option.name().startsWith("hbase.")) {
          refuse(option, "needs storage=hbase");
        }
      }
    }
    if (config.isGiven(ServerOptions.ASYNC_LOSS)
        && config.get(ServerOptions.DURABILITY) != DurabilityMode.ASYNC) {
      add("asyncLoss is set, but durability is not async", ServerOptions.ASYNC_LOSS);
    }
  }

  private void checkLimits() {
    int frameBytes = config.get(LimitOptions.MAX_FRAME_BYTES);
    checkFits(LimitOptions.MAX_VALUE_BYTES, frameBytes);
    checkFits(LimitOptions.MAX_TRANSACTION_BYTES, frameBytes);
    if (config.get(LimitOptions.OUTBOUND_LOW_BYTES)
        >= config.get(LimitOptions.OUTBOUND_HIGH_BYTES)) {
      add(
          "limits.outboundLowBytes must be below limits.outboundHighBytes",
          LimitOptions.OUTBOUND_LOW_BYTES);
    }
    if (config.get(LimitOptions.HELD_BYTES_PER_CONNECTION) < 4L * frameBytes) {
      add(
          "limits.heldBytesPerConnection must be at least four times limits.maxFrameBytes="
              + frameBytes,
          LimitOptions.HELD_BYTES_PER_CONNECTION);
    }
  }

  private void checkFits(ConfigOption<Integer> option, int frameBytes) {
    if (config.get(option) > frameBytes - FRAME_OVERHEAD_BYTES) {
      add(
          option.name() + " must leave 64KiB of limits.maxFrameBytes=" + frameBytes + " free",
          option);
    }
  }

  private void checkTls() {
    boolean certificate = config.get(ServerOptions.TLS_CERTIFICATE).isPresent();
    boolean key = config.get(ServerOptions.TLS_KEY).isPresent();
    if (certificate != key) {
      problems.add("tls.certificate and tls.key must be given both, or neither");
    }
    boolean password = config.get(ServerOptions.TLS_KEY_PASSWORD).isPresent();
    boolean passwordFile = config.get(ServerOptions.TLS_KEY_PASSWORD_FILE).isPresent();
    if (password && passwordFile) {
      problems.add("tls.keyPassword and tls.keyPasswordFile exclude each other");
    }
    if ((password || passwordFile) && !key) {
      problems.add("a password of the key is set, but tls.key is not");
    }
    if (config.get(ServerOptions.TLS_PROTOCOLS).isEmpty()) {
      add("tls.protocols needs at least one version", ServerOptions.TLS_PROTOCOLS);
    }
  }

  private void checkClientCertificates() {
    boolean authorities = config.get(ServerOptions.TLS_CLIENT_CERTIFICATES).isPresent();
    boolean asked = config.get(ServerOptions.TLS_CLIENT_AUTH) != ClientAuth.NONE;
    if (authorities != asked) {
      add(
          "tls.clientCertificates must be set exactly if tls.clientAuth is optional or required",
          ServerOptions.TLS_CLIENT_AUTH);
    }
    if (asked && !config.isTls()) {
      add("tls.clientAuth needs tls.certificate and tls.key", ServerOptions.TLS_CLIENT_AUTH);
    }
    if (asked && config.get(ServerOptions.TOKENS_FILE).isEmpty()) {
      add(
          "tls.clientAuth needs security.tokensFile, which has the roles of each certificate",
          ServerOptions.TLS_CLIENT_AUTH);
    }
  }

  private void checkReach(ConfigOption<?> option, Optional<HostPort> address) {
    boolean reachable = address.isPresent() && !address.get().isLoopback();
    if (!reachable || config.get(ServerOptions.ALLOW_INSECURE)) {
      return;
    }
    String missing =
        config.get(ServerOptions.TOKENS_FILE).isEmpty()
            ? "every client would have all roles: create a file with `yardmaster token` and name"
                + " the file in security.tokensFile"
            : config.isTls()
                ? null
                : "tokens and data would be sent unencrypted: set tls.certificate and tls.key";
    if (missing != null) {
      add(
          option.name()
              + " can be reached from other machines, and "
              + missing
              + "; or listen at 127.0.0.1; or set security.allowInsecure",
          option);
    }
  }

  private void checkEngine() {
    boolean isEngine = EngineSettings.isEngine(config);
    String engine = config.get(ServerOptions.ENGINE);
    for (ConfigOption<?> option : ServerOptions.all()) {
      // A complete file sets every option. Therefore an option that has no effect is refused only
      // if its value is not the default.
      if (!EngineSettings.applies(option, engine)
          && !config.get(option).equals(option.defaultValue())) {
        add(
            option.name()
                + " has no effect with engine="
                + engine
                + ", and must not be set"
                + (option == ServerOptions.TABLES
                    ? "; only an in-process engine, for example engine=silo, has typed tables"
                    : ""),
            option);
      }
    }
    if (!isEngine) {
      checkSettings("pipeline", config::pipeline);
      return;
    }
    if (config.get(ServerOptions.DURABILITY) == DurabilityMode.ASYNC) {
      add(
          "an engine always forces a commit before it answers: durability must be sync with engine="
              + engine,
          ServerOptions.DURABILITY);
    }
    if (Protocols.canSuspend(engine)
        && config.get(LimitOptions.MAX_OPEN_INTERACTIVE) > EngineConfig.MAX_LOCKING) {
      add(
          "limits.maxOpenInteractive must be at most "
              + EngineConfig.MAX_LOCKING
              + " with engine="
              + engine
              + ", whose interactive transactions keep locks",
          LimitOptions.MAX_OPEN_INTERACTIVE);
    } else {
      checkSettings("engine", config::engine);
    }
  }

  private void checkCluster() {
    if (!config.isClustered()) {
      for (ConfigOption<?> option : ServerOptions.all()) {
        if (option.name().startsWith("cluster.")) {
          refuse(option, "needs cluster.members");
        }
      }
      return;
    }
    refuse(ServerOptions.ENGINE, "must be pipeline in a cluster");
    refuse(ServerOptions.ARCHIVE, "is not possible in a cluster, where each server has a copy");
    refuse(ServerOptions.DURABILITY, "must be sync in a cluster");
    if (config.get(ServerOptions.STORAGE) == DataStorage.HBASE) {
      add(
          "storage must be memory or disk in a cluster, where each server has a copy",
          ServerOptions.STORAGE);
    }
    if (config.get(ServerOptions.DATA).isEmpty()) {
      add("a cluster needs data, the directory of the log", ServerOptions.CLUSTER_MEMBERS);
      return;
    }
    if (config.get(ServerOptions.CLUSTER_NODE).isEmpty()) {
      add("a cluster needs cluster.node, the name of this server", ServerOptions.CLUSTER_MEMBERS);
      return;
    }
    long groupBytes =
        ReplicatedGroup.maxBytes(
            config.get(LimitOptions.MAX_TRANSACTION_BYTES),
            config.get(LimitOptions.MAX_KEYS_PER_TRANSACTION));
    if (groupBytes > MemberSettings.MAX_ENTRY_BYTES) {
      add(
          "in a cluster, limits.maxTransactionBytes and 32 bytes and more for each of"
              + " limits.maxKeysPerTransaction must stay below 32MiB; they have "
              + groupBytes
              + " bytes",
          LimitOptions.MAX_TRANSACTION_BYTES);
    }
    if (!checkClusterTls()) {
      return;
    }
    try {
      var unused = config.cluster();
    } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
      add("the cluster is not valid: " + e.getMessage(), ServerOptions.CLUSTER_MEMBERS);
    }
  }

  private boolean checkClusterTls() {
    long files =
        Stream.of(
                ServerOptions.CLUSTER_CERTIFICATE,
                ServerOptions.CLUSTER_KEY,
                ServerOptions.CLUSTER_AUTHORITY)
            .filter(file -> config.get(file).isPresent())
            .count();
    if (files == 1 || files == 2) {
      add(
          "cluster.certificate, cluster.key and cluster.authority must be given all, or none",
          ServerOptions.CLUSTER_CERTIFICATE);
    }
    boolean isLocal =
        config.get(ServerOptions.CLUSTER_MEMBERS).stream()
            .allMatch(member -> new HostPort(member.host(), member.port()).isLoopback());
    if (files == 0 && !isLocal) {
      add(
          "the servers of a cluster that reach each other over a network need TLS: set"
              + " cluster.certificate, cluster.key and cluster.authority",
          ServerOptions.CLUSTER_MEMBERS);
    }
    return files == 3 || (files == 0 && isLocal);
  }

  /**
   * Refuses an option if its value is not the default. The default is allowed, because a complete
   * file sets every option.
   */
  private void refuse(ConfigOption<?> option, String why) {
    if (!config.get(option).equals(option.defaultValue())) {
      add(option.name() + " " + why, option);
    }
  }

  private void checkSettings(String of, Supplier<?> settings) {
    try {
      var unused = settings.get();
    } catch (YardmasterException e) {
      problems.add("the settings of the " + of + " are not valid: " + e.getMessage());
    }
  }

  private <T> void add(String text, ConfigOption<T> option) {
    problems.add(text, option.name(), option.type().format(config.get(option)));
  }
}
