package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionServiceContract;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.backend.ServedEngine;
import dev.yardmaster.server.config.ServerConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/**
 * Runs the contract tests of the embedded service with a client that is connected to a server. Each
 * test records its commits, and the checker checks the history.
 */
class RemoteServiceTest {

  /** A server of a test. */
  private record RunningServer(
      InetSocketAddress address, Consumer<Procedure<?, ?>> registry, Runnable closing) {}

  private abstract static class OverTheWire extends TransactionServiceContract {

    private final HistoryLog history = HistoryLog.inMemory();
    private RunningServer server;

    abstract RunningServer startServer(HistoryLog recorded);

    ClientConfig.Builder configure(ClientConfig.Builder client) {
      return client;
    }

    @Override
    protected final TransactionService start() {
      server = startServer(history);
      String address = "127.0.0.1:" + server.address.getPort();
      return new WithProcedures(
          YardmasterClient.connect(configure(ClientConfig.builder().address(address)).build()),
          server.registry);
    }

    @Override
    protected final boolean resultsTravel() {
      return true;
    }

    @AfterEach
    @Override
    protected final void closeService() {
      super.closeService();
      server.closing.run();
      try {
        history.close();
        assertEquals(List.of(), SerializabilityChecker.check(history.bytes()).anomalies());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private abstract static class WithPipeline extends OverTheWire {
    @Override
    final RunningServer startServer(HistoryLog recorded) {
      Pipeline pipeline =
          Pipeline.start(
              PipelineConfig.builder()
                  .maxValueBytes(MAX_VALUE_BYTES)
                  .maxKeysPerTransaction(MAX_KEYS)
                  .maxRounds(MAX_ROUNDS)
                  .build(),
              recorded);
      LoopbackServer server = new LoopbackServer(pipeline);
      return new RunningServer(server.acceptor().address(), pipeline::register, server::close);
    }
  }

  private abstract static class WithEngine extends OverTheWire {

    private final String protocol;

    WithEngine(String protocol) {
      this.protocol = protocol;
    }

    @Override
    protected final boolean hasSnapshots() {
      return Protocols.keepsSnapshots(protocol);
    }

    @Override
    protected final int maxSnapshots() {
      return EngineConfig.SNAPSHOTS.intDefault();
    }

    @Override
    final RunningServer startServer(HistoryLog recorded) {
      ServerConfig config =
          ServerConfig.builder()
              .set("engine", protocol)
              .set("listen", "127.0.0.1:0")
              .set("admin.listen", "none")
              .set("limits.maxValueBytes", String.valueOf(MAX_VALUE_BYTES))
              .set("limits.maxKeysPerTransaction", String.valueOf(MAX_KEYS))
              .set("pipeline.maxRounds", String.valueOf(MAX_ROUNDS))
              .set("pipeline.outcomeRetention", "168h")
              .build();
      YardmasterServer server =
          YardmasterServer.start(
              config,
              List.of(),
              new PipelineParts() {
                @Override
                public HistoryRecorder recorder() {
                  return recorded.recorder();
                }
              });
      return new RunningServer(
          server.address(), ((ServedEngine) server.backEnd())::register, server::close);
    }
  }

  /** A client that also registers each of its procedures at the server. */
  private record WithProcedures(YardmasterClient client, Consumer<Procedure<?, ?>> server)
      implements TransactionService {

    @Override
    public void register(Procedure<?, ?> procedure) {
      client.register(procedure);
      server.accept(procedure);
    }

    @Override
    public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
      return client.execute(logic, options);
    }

    @Override
    public <A, R> CompletionStage<Outcome<R>> submit(
        Procedure<A, R> procedure, A argument, TransactionOptions options) {
      return client.submit(procedure, argument, options);
    }

    @Override
    public CompletionStage<Outcome<Object>> submit(
        String procedure, Object argument, TransactionOptions options) {
      return client.submit(procedure, argument, options);
    }

    @Override
    public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
      return client.status(id);
    }

    @Override
    public Snapshot readOnly(SnapshotOptions options) {
      return client.readOnly(options);
    }

    @Override
    public boolean isOwnThread() {
      return client.isOwnThread();
    }

    @Override
    public Optional<YardmasterException> refusal() {
      return client.refusal();
    }

    @Override
    public void close() {
      client.close();
    }
  }

  @Nested
  class OneConnection extends WithPipeline {}

  @Nested
  class SeveralConnectionsAndThreads extends WithPipeline {
    @Override
    ClientConfig.Builder configure(ClientConfig.Builder client) {
      return client.connections(4).threads(2);
    }
  }

  @Nested
  class PlorEngine extends WithEngine {
    PlorEngine() {
      super("plor");
    }
  }

  @Nested
  class SerialSafetyNetEngine extends WithEngine {
    SerialSafetyNetEngine() {
      super("ssn");
    }
  }

  @Nested
  class SiloEngine extends WithEngine {
    SiloEngine() {
      super("silo");
    }

    @Override
    ClientConfig.Builder configure(ClientConfig.Builder client) {
      return client.connections(4).threads(2);
    }
  }
}
