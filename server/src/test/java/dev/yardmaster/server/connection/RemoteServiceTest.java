package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionServiceContract;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/**
 * Runs the contract tests of the embedded service with a client that is connected to a server. Each
 * test records its commits, and the checker checks the history.
 */
class RemoteServiceTest {

  private abstract static class OverTheWire extends TransactionServiceContract {

    private final HistoryLog history = HistoryLog.inMemory();
    private LoopbackServer server;

    abstract ClientConfig.Builder configure(ClientConfig.Builder client);

    @Override
    protected final TransactionService start() {
      Pipeline pipeline =
          Pipeline.start(
              PipelineConfig.builder()
                  .maxValueBytes(MAX_VALUE_BYTES)
                  .maxKeysPerTransaction(MAX_KEYS)
                  .maxRounds(MAX_ROUNDS)
                  .build(),
              history);
      server = new LoopbackServer(pipeline);
      return new WithProcedures(
          YardmasterClient.connect(configure(server.client()).build()), pipeline);
    }

    @Override
    protected final boolean resultsTravel() {
      return true;
    }

    @AfterEach
    @Override
    protected final void closeService() {
      super.closeService();
      server.close();
      try {
        history.close();
        assertEquals(List.of(), SerializabilityChecker.check(history.bytes()).anomalies());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A client that also registers each of its procedures at the server. */
  private record WithProcedures(YardmasterClient client, Pipeline pipeline)
      implements TransactionService {

    @Override
    public void register(Procedure<?, ?> procedure) {
      client.register(procedure);
      pipeline.register(procedure);
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
    public CompletionStage<Outcome<Object>> submit(String procedure, Object argument) {
      return client.submit(procedure, argument);
    }

    @Override
    public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
      return client.status(id);
    }

    @Override
    public boolean isOwnThread() {
      return client.isOwnThread();
    }

    @Override
    public void close() {
      client.close();
    }
  }

  @Nested
  class OneConnection extends OverTheWire {
    @Override
    ClientConfig.Builder configure(ClientConfig.Builder client) {
      return client;
    }
  }

  @Nested
  class SeveralConnectionsAndThreads extends OverTheWire {
    @Override
    ClientConfig.Builder configure(ClientConfig.Builder client) {
      return client.connections(4).threads(2);
    }
  }
}
