package dev.yardmaster.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.table.IndexDefinition;
import dev.yardmaster.engine.table.PartitionBy;
import dev.yardmaster.engine.table.PartitionRule;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.processor.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerConfigTest {

  @TempDir private Path folder;

  private ServerConfig load(String yaml) throws IOException {
    return load(yaml, Map.of(), Map.of());
  }

  private ServerConfig load(
      String yaml, Map<String, String> environment, Map<String, String> commandLine)
      throws IOException {
    Path file = Files.writeString(folder.resolve("yardmaster.yaml"), yaml);
    return ServerConfig.load(Optional.of(file), environment, commandLine);
  }

  private String refused(String yaml) {
    YardmasterException refused = assertThrows(YardmasterException.class, () -> load(yaml));
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    return refused.getMessage();
  }

  private static void assertSays(String message, String... parts) {
    for (String part : parts) {
      assertTrue(message.contains(part), part + " is not in: " + message);
    }
  }

  @Test
  void laterSourcesWin() throws IOException {
    String yaml = "listen: 127.0.0.1:1\nlimits: {maxConnections: 1}\ntimeouts.idle: 1s\n";
    Map<String, String> environment =
        Map.of("YARDMASTER_LISTEN", "127.0.0.1:2", "YARDMASTER_LIMITS_MAX_CONNECTIONS", "2");
    ServerConfig config = load(yaml, environment, Map.of("listen", "127.0.0.1:3"));
    assertEquals(new HostPort("127.0.0.1", 3), config.get(ServerOptions.LISTEN));
    assertEquals(2, config.get(LimitOptions.MAX_CONNECTIONS));
    assertEquals(Duration.ofSeconds(1), config.get(LimitOptions.IDLE_TIMEOUT));
    assertEquals(ServerOptions.LOG_LEVEL.defaultValue(), config.get(ServerOptions.LOG_LEVEL));
    assertFalse(config.isGiven(ServerOptions.LOG_LEVEL));
  }

  @ParameterizedTest
  @CsvSource({
    "limits.maxFrameBytes, 16777216, 16777216",
    "limits.maxFrameBytes, 16MiB, 16777216",
    "limits.maxFrameBytes, 16384KiB, 16777216",
    "pipeline.checkpointBytes, 2GiB, 2147483648",
    "timeouts.idle, 250, PT0.25S",
    "timeouts.idle, 250ms, PT0.25S",
    "timeouts.idle, 10s, PT10S",
    "timeouts.idle, 1h, PT1H",
    "pipeline.maxBatchAge, 200us, PT0.0002S",
    "pipeline.window, fixed:40, 'Window[kind=FIXED, width=40]'",
    "pipeline.attemptBound, 0, 0",
    "listen, '[::1]:7400', '[::1]:7400'",
    "admin.listen, none, Optional.empty",
    "procedures, 'a.jar,b.jar', '[a.jar, b.jar]'",
    "procedures, none, []",
    "admin.hosts, 'yardmaster,db-1.example', '[yardmaster, db-1.example]'",
  })
  void takesValues(String name, String text, String value) {
    ServerConfig config = ServerConfig.builder().set(name, text).build();
    assertEquals(value, config.get(ServerOptions.named(name).orElseThrow()).toString());
  }

  @ParameterizedTest
  @CsvSource({
    "limits.maxFrameBytes, 16MB",
    "limits.maxFrameBytes, -1",
    "limits.maxFrameBytes, 2GiB",
    "limits.maxFrameBytes, 9999999999TiB",
    "limits.maxConnections, 1e3",
    "limits.maxConnections, 0",
    "limits.maxConnections, ''",
    "timeouts.idle, 25h",
    "timeouts.idle, 1 day",
    "timeouts.idle, -1s",
    "pipeline.attemptBound, 1",
    "pipeline.mode, full",
    "pipeline.window, fixed:0",
    "pipeline.repair, yes",
    "listen, 7400",
    "listen, none",
    "listen, host:65536",
    "listen, ::1:7400",
    "listen, '[::g]:7400'",
    "tls.protocols, SSLv3",
    "procedures, 'a.jar,'",
    "admin.hosts, 'yardmaster:7401'",
    "admin.hosts, 'http://yardmaster'",
  })
  void refusesValuesWithTheirRange(String name, String text) {
    YardmasterException refused =
        assertThrows(
            YardmasterException.class, () -> ServerConfig.builder().set(name, text).build());
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    assertSays(refused.getMessage(), name + " must be " + ServerOptions.named(name).get().range());
    assertEquals(text, refused.details().get(name));
  }

  @Test
  void saysEverythingAtOnceWithLines() {
    String message =
        refused(
            """
            listen: 7400
            limits:
              maxConections: 5
              maxKeysPerTransaction: 5000
            batchSize: 3
            pipeline:
              batchSize: [1, 2]
            data:
            """);
    assertSays(
        message,
        "listen must be HOST:PORT",
        "yardmaster.yaml, line 1)",
        "unknown option limits.maxConections",
        "line 3), did you mean limits.maxConnections?",
        "limits.maxKeysPerTransaction must be 1 to 4,096",
        "line 4)",
        "unknown option batchSize",
        "did you mean pipeline.batchSize?",
        "pipeline.batchSize must be 1 to 4,096",
        "data has no value",
        "listen=7400",
        "limits.maxKeysPerTransaction=5000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "listen: a:1\nlisten: a:2\n",
        "limits: {maxConnections: 1}\nlimits.maxConnections: 2\n",
        "- listen\n",
        "just words",
        "listen: [\n",
        "listen: &a a:1\nadmin: {listen: *a}\n",
        "listen: 127.0.0.1:1\n---\nlisten: 127.0.0.1:2\n",
        "procedures: [[a.jar]]\n",
        "procedures: {a: b}\n",
        "limits: 5\n",
      })
  void refusesFilesThatDoNotSayOneThing(String yaml) {
    assertSays(refused(yaml), "yardmaster.yaml");
  }

  @Test
  void anEmptyFileSaysNothing() throws IOException {
    assertEquals(PipelineConfig.defaults().mode(), load("# nothing\n").pipeline().mode());
  }

  @Test
  void refusesAMissingFile() {
    Path missing = folder.resolve("missing.yaml");
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () -> ServerConfig.load(Optional.of(missing), Map.of(), Map.of()));
    assertEquals(missing.toString(), refused.details().get("file"));
  }

  @Test
  void valuesAreTakenAsWritten() throws IOException {
    ServerConfig config = load("tls.certificate: 007\ntls.key: yes\nprocedures: [\"a,b.jar\"]\n");
    assertEquals(Optional.of(Path.of("007")), config.get(ServerOptions.TLS_CERTIFICATE));
    assertEquals(Optional.of(Path.of("yes")), config.get(ServerOptions.TLS_KEY));
    assertEquals(List.of(Path.of("a,b.jar")), config.get(ServerOptions.PROCEDURES));
  }

  @Test
  void refusesUnknownVariables() throws IOException {
    Map<String, String> others =
        Map.of(
            "YARDMASTER_JVM_OPTIONS",
            "-Xmx1g",
            "YARDMASTER_REQUIRE_REDIS",
            "true",
            "YARDMASTER_REQUIRE_MARIADB",
            "true",
            "YARDMASTER_REQUIRE_PYTHON",
            "true",
            "YARDMASTER_REQUIRE_BROWSER",
            "1",
            "PATH",
            "");
    assertFalse(load("", others, Map.of()).isGiven(ServerOptions.LISTEN));
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () -> load("", Map.of("YARDMASTER_PIPELINE_BATCHSIZE", "4"), Map.of()));
    assertSays(
        refused.getMessage(),
        "YARDMASTER_PIPELINE_BATCHSIZE",
        "did you mean YARDMASTER_PIPELINE_BATCH_SIZE?");
  }

  @Test
  void environmentNamesAreDistinct() {
    Set<String> names = new HashSet<>();
    ServerOptions.all().forEach(option -> assertTrue(names.add(option.environmentName())));
    assertTrue(names.contains("YARDMASTER_LIMITS_MAX_CONNECTIONS_PER_PRINCIPAL"));
    assertTrue(names.contains("YARDMASTER_PIPELINE_BATCH_SIZE"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "durability: sync                       | but data is not",
        "{data: d, asyncLoss: 5ms}              | durability is not async",
        "limits.maxValueBytes: 8MiB             | limits.maxValueBytes must leave 64KiB",
        "limits.maxTransactionBytes: 8MiB       | limits.maxTransactionBytes must leave 64KiB",
        "limits.outboundLowBytes: 1MiB          | must be below limits.outboundHighBytes",
        "tls.certificate: c                     | given both, or neither",
        "tls.keyPassword: hunter2               | but tls.key is not",
        "{tls: {keyPassword: a, keyPasswordFile: b}} | exclude each other",
        "tls.protocols: none                    | at least one version",
        "tls.clientAuth: required               | exactly if",
        "tls.clientCertificates: c              | exactly if",
        "{tls: {clientAuth: optional, clientCertificates: c}} | needs security.tokensFile",
        "listen: 0.0.0.0:7400                   | listen can be reached from other machines",
        "listen: example.org:7400               | create a file with `yardmaster token`",
        "admin.listen: 0.0.0.0:7401             | admin.listen can be reached",
        "{listen: '[::]:1', security.tokensFile: t} | set tls.certificate and tls.key",
        "{engine: plor, pipeline.batchSize: 7}  | pipeline.batchSize has no effect with engine=plor",
        "{engine: plor, pipeline.concurrency: 7} | pipeline.concurrency has no effect",
        "{engine: silo, data: d, archive: a}    | archive has no effect with engine=silo",
        "{engine: plor, data: d, durability: async} | durability must be sync with engine=plor",
        "{engine: plor, limits.maxOpenInteractive: 9000} | limits.maxOpenInteractive must be at most",
        "cluster.node: n1                       | cluster.node needs cluster.members",
        "storage: disk                          | storage is disk, but data is not set",
        "{storage: hbase, hbase.quorum: 'z:1'}  | storage is hbase, but data is not set",
        "{storage: hbase, data: d}              | hbase.quorum is not set",
        "{storage: hbase, hbase.quorum: 'z:1', data: d, limits.maxValueBytes: 10483713, limits.maxFrameBytes: 32MiB} | limits.maxValueBytes=10483713 must be at most 10483712 with storage=hbase",
        "hbase.table: t                         | hbase.table needs storage=hbase",
        "{storage: hbase, hbase.quorum: 'z:1', data: d, engine: silo} | storage has no effect",
        "{cluster.members: 'n1=127.0.0.1:1', cluster.node: n1, data: d, storage: hbase, hbase.quorum: 'z:1'} | storage must be memory or disk in a cluster",
        "{cluster.members: 'n1=127.0.0.1:1', cluster.node: n1} | a cluster needs data",
        "{cluster.members: 'n1=127.0.0.1:1', data: d} | a cluster needs cluster.node",
        "{cluster.members: 'n1=127.0.0.1:1', cluster.node: n2, data: d} | n2 is not one of",
        "{cluster.members: 'n1=10.0.0.1:1', cluster.node: n1, data: d} | over a network need TLS",
        "{cluster.members: 'n1=127.0.0.1:1', cluster.node: n1, data: d, cluster.key: k} | given all",
        "{cluster.members: 'n1=127.0.0.1:1', cluster.node: n1, data: d, engine: silo} | must be pipel",
        "{cluster.members: 'n1=127.0.0.1:1', cluster.node: n1, data: d, archive: a} | not possible in",
        "{cluster.members: 'N1=127.0.0.1:1', cluster.node: n1, data: d} | must be a list of NAME=HOST",
        "engine: tictoc                         | engine must be pipeline, ",
        "engine: nothing                        | engine must be pipeline, ",
        "{engine: silo, partitions: 8}          | partitions has no effect with engine=silo",
        "{engine: silo, partitionBy: 'prefix:/'} | partitionBy has no effect with engine=silo",
        "partitionBy: first:4                   | partitionBy has no effect with engine=pipeline",
        "{engine: cormcc, partitions: 2000}     | partitions must be 1 to 1,024",
        "{engine: cormcc, partitionBy: range}   | partitionBy must be a list of hash, prefix:SEPARATOR",
        "{engine: cormcc, partitionBy: [hash, 'first:2']} | one rule for a table",
        "tables: ['a(numbers hashed; b number)'] | only an in-process engine, for example engine=silo",
        "{engine: silo, tables: [a]}            | tables must be a list of NAME(numbers hashed; ...)",
        "{engine: silo, tables: ['a(bytes hashed; b number)']} | tables must be a list of NAME",
        "{engine: silo, tables: ['a(numbers hashed; b bytes 4097)']} | LENGTH (1 to 4096)",
        "{engine: silo, tables: ['a(numbers hashed; b number; b number)']} | tables must be a list",
        "{engine: silo, tables: ['a(numbers hashed)']} | tables must be a list of NAME",
        "{engine: silo, tables: ['a(numbers hashed; b number; index i c)']} | column=c, columns=[b]",
        "{engine: silo, tables: ['a(numbers hashed; b number)', 'a(numbers ordered; b number)']} |"
            + " two typed tables have the same name",
        "workers: 2                             | workers has no effect with engine=pipeline",
        "timeouts.interactiveStep: 2s           | timeouts.interactiveStep has no effect",
        "limits.maxOpenInteractive: 2           | limits.maxOpenInteractive has no effect",
      })
  void refusesWhatDoesNotFitTogether(String yaml, String words) {
    assertSays(refused(yaml), words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{listen: '127.8.9.1:7400', admin.listen: 'localhost:1'}",
        "{listen: '[::1]:7400', admin.listen: none}",
        "{listen: '0.0.0.0:7400', security.allowInsecure: true}",
        "{listen: '0.0.0.0:7400', tls: {certificate: c, key: k}, security.tokensFile: t}",
      })
  void takesWhatIsSafeOrSaidExplicitly(String yaml) throws IOException {
    assertTrue(load(yaml).isGiven(ServerOptions.LISTEN));
  }

  @Test
  void makesThePipelinesSettings() throws IOException {
    PipelineConfig pipeline =
        load("{data: d, durability: async, asyncLoss: 20ms, pipeline.segmentBytes: 1MiB}")
            .pipeline();
    assertEquals(Durability.Mode.ASYNC, pipeline.durability().mode());
    assertEquals(20, pipeline.durability().lossMs());
    assertEquals(1 << 20, pipeline.durability().segmentBytes());
    assertEquals(Path.of("d"), pipeline.durability().directory());
    assertEquals(Durability.Mode.MEMORY, load("").pipeline().durability().mode());
  }

  @Test
  void aClustersServerMayKeepItsDataOnDisk() throws IOException {
    PipelineConfig pipeline =
        load("{cluster.members: 'n1=127.0.0.1:1', cluster.node: n1, data: d, storage: disk}")
            .pipeline();
    assertEquals(Storage.DISK, pipeline.storage());
    assertEquals(Durability.Mode.MEMORY, pipeline.durability().mode());
  }

  @Test
  void makesTheEnginesSettings() throws IOException {
    EngineConfig engine =
        load("""
                engine: plor
                workers: 3
                data: d
                limits: {maxOpenInteractive: 5, maxValueBytes: 1KiB, maxKeysPerTransaction: 7,
                         maxTransactionBytes: 2KiB, maxDataBytes: 3MiB}
                timeouts.interactiveStep: 20ms
                pipeline: {waitingTransactions: 8, maxRounds: 9, outcomeRetention: 2s,
                           maxOutcomes: 1000, segmentBytes: 1MiB, checkpointBytes: 2MiB}
                """)
            .engine()
            .orElseThrow();
    assertEquals(
        EngineConfig.builder()
            .protocol("plor")
            .partitionBy(engine.partitionBy())
            .workers(3)
            .interactive(5)
            .stepTimeoutNs(20_000_000)
            .directory(Path.of("d"))
            .maxValueBytes(1 << 10)
            .maxKeysPerTransaction(7)
            .maxTransactionBytes(2 << 10)
            .maxDataBytes(3 << 20)
            .waitingTransactions(8)
            .maxRounds(9)
            .outcomeRetentionMs(2_000)
            .maxOutcomes(1_000)
            .segmentBytes(1 << 20)
            .checkpointBytes(2 << 20)
            .closeTimeoutNs(engine.closeTimeoutNs())
            .build(),
        engine);
    assertEquals(Optional.empty(), load("engine: pipeline").engine());
    assertTrue(load("{engine: silo, limits.maxOpenInteractive: 9000}").engine().isPresent());
  }

  @Test
  void partitionsAreOfTheEngine() throws IOException {
    EngineConfig engine =
        load("{engine: cormcc, partitions: 32, partitionBy: ['prefix:/', 'items=unpartitioned']}")
            .engine()
            .orElseThrow();
    assertEquals(32, engine.partitions());
    assertEquals(
        List.of(
            new PartitionRule(null, PartitionBy.prefix('/')),
            new PartitionRule("items", PartitionBy.NONE)),
        engine.partitionBy());
    assertEquals(
        engine,
        load(
                "",
                Map.of(),
                Map.of(
                    "engine",
                    "cormcc",
                    "partitions",
                    "32",
                    "partitionBy",
                    "prefix:/,items=unpartitioned"))
            .engine()
            .orElseThrow());
  }

  @Test
  void tablesAreOfTheEngine() throws IOException {
    String accounts =
        "accounts(numbers hashed; balance number; owner bytes 40; index by-owner owner)";
    ServerConfig config =
        load(
            "engine: silo\ntables:\n  - " + accounts + "\n  - log( bytes ordered;cents number )\n");
    EngineConfig engine = config.engine().orElseThrow();
    TableDefinition table = engine.tables().get(0);
    assertEquals("accounts", table.name());
    assertEquals(TableDefinition.Order.HASHED, table.order());
    assertEquals("balance, owner(40)", table.layout().toString());
    assertEquals(List.of(new IndexDefinition("by-owner", List.of("owner"))), table.indexes());
    assertEquals(TableDefinition.Keys.BYTES, engine.tables().get(1).keys());
    ServerConfig printed = load(ConfigText.of(config));
    assertEquals(config.get(ServerOptions.TABLES), printed.get(ServerOptions.TABLES));
    ServerConfig onTheCommandLine =
        load(
            "",
            Map.of(),
            Map.of("engine", "silo", "tables", accounts + ",log(bytes ordered; cents number)"));
    assertEquals(config.get(ServerOptions.TABLES), onTheCommandLine.get(ServerOptions.TABLES));
  }

  /** A table may have any name that a key's table may have. */
  @Test
  void aPrintedConfigurationIsReadBackWithUnusualCharacters() throws IOException {
    for (String name :
        List.of("a\"b", "a\\b", "a=b", "#a", "a\u0001b", "a\u0085b", "\u2603", "\uFEFFa")) {
      ServerConfig config =
          ServerConfig.builder()
              .set("engine", "silo")
              .set("tables", name + "(numbers hashed; b number)")
              .build();
      assertEquals(name, config.engine().orElseThrow().tables().get(0).name());
      ServerConfig printed = load(ConfigText.of(config));
      assertEquals(config.get(ServerOptions.TABLES), printed.get(ServerOptions.TABLES));
    }
  }

  @Test
  void aCompleteFileFitsEveryEngine() throws IOException {
    for (String engine : List.of("pipeline", "plor", "silo", "cormcc")) {
      ServerConfig config = load(ConfigText.sample(), Map.of(), Map.of("engine", engine));
      assertEquals(engine, config.get(ServerOptions.ENGINE));
    }
  }

  @Test
  void thePipelineHasEverythingOn() {
    PipelineConfig pipeline = ServerConfig.defaults().pipeline();
    PipelineConfig embedded = PipelineConfig.defaults();
    assertEquals(
        embedded.toBuilder()
            .waitingTransactions(pipeline.waitingTransactions())
            .maxTransactionBytes(pipeline.maxTransactionBytes())
            .closeTimeoutNs(pipeline.closeTimeoutNs())
            .build(),
        pipeline);
    assertTrue(pipeline.repair());
    assertEquals(Window.ADAPTIVE, pipeline.window());
  }

  @Test
  void builderTakesTypedValuesAndChecksThem() {
    ServerConfig config =
        ServerConfig.builder()
            .set(ServerOptions.LISTEN, new HostPort("127.0.0.1", 0))
            .set(ServerOptions.ADMIN_LISTEN, Optional.empty())
            .set(LimitOptions.IDLE_TIMEOUT, Duration.ofMillis(1500))
            .set(ServerOptions.PROCEDURES, List.of(Path.of("a,b.jar")))
            .build();
    assertEquals(Duration.ofMillis(1500), config.get(LimitOptions.IDLE_TIMEOUT));
    assertEquals(List.of(Path.of("a,b.jar")), config.get(ServerOptions.PROCEDURES));
    assertEquals(
        Duration.ofMillis(1500),
        config.toBuilder().set("log.level", "warn").build().get(LimitOptions.IDLE_TIMEOUT));
    assertThrows(
        YardmasterException.class,
        () -> ServerConfig.builder().set(ServerOptions.NETWORK_THREADS, 65).build());
    assertThrows(
        YardmasterException.class, () -> ServerConfig.builder().set("nothing", "1").build());
  }
}
