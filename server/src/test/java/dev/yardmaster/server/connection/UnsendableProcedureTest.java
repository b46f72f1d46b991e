package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Procedures whose argument or result has no codec run in one process, but not between client and
 * server.
 */
@Timeout(60)
class UnsendableProcedureTest {

  record Names(Set<Object> names) {}

  private abstract static class Named<A, R> implements Procedure<A, R> {
    @Override
    public String name() {
      return "named";
    }

    @Override
    public void declare(A argument, KeyDeclaration keys) {}
  }

  /** Counts names. The argument has no codec. */
  private static final class Count extends Named<Names, Long> {
    @Override
    public Long execute(Names argument, Transaction transaction) {
      return (long) argument.names().size();
    }
  }

  /** Returns names. The result has no codec. */
  private static final class Choose extends Named<String, Names> {
    @Override
    public Names execute(String name, Transaction transaction) {
      return new Names(Set.of(name));
    }
  }

  private static void assertRefused(ErrorCode code, Procedure<?, ?> procedure, Pipeline pipeline) {
    ServerConfig config =
        ServerConfig.builder().set("listen", "127.0.0.1:0").set("admin.listen", "none").build();
    YardmasterException atServer =
        assertThrows(
            YardmasterException.class,
            () -> YardmasterServer.start(config, List.of(procedure)).close());
    assertEquals(code, atServer.code());
    try (LoopbackServer server = new LoopbackServer(pipeline);
        YardmasterClient client = YardmasterClient.connect(ClientConfig.of(server.address()))) {
      YardmasterException atClient =
          assertThrows(YardmasterException.class, () -> client.register(procedure));
      assertEquals(code, atClient.code());
      assertEquals("named", atClient.details().get("procedure"));
      assertEquals("Names.names", atClient.details().get("of"));
      assertTrue(atClient.getMessage().contains("java.util.Set"), atClient::getMessage);
      // The test has registered the procedure at the pipeline directly, not at the server.
      Outcome<Object> outcome =
          client.submit("named", "a").toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
      assertEquals(code, assertInstanceOf(Outcome.Rejected.class, outcome).error().code());
    }
  }

  @Test
  void anArgumentWithoutACodecIsRefusedAtTheRegistration() {
    Pipeline pipeline = Pipeline.start(PipelineConfig.defaults());
    Count count = new Count();
    pipeline.register(count);
    assertEquals(2L, pipeline.call(count, new Names(Set.of("a", "b"))));
    assertRefused(ErrorCode.BAD_ARGUMENT, count, pipeline);
  }

  @Test
  void aResultWithoutACodecIsRefusedAtTheRegistration() {
    Pipeline pipeline = Pipeline.start(PipelineConfig.defaults());
    Choose choose = new Choose();
    pipeline.register(choose);
    assertEquals(new Names(Set.of("a")), pipeline.call(choose, "a"));
    assertRefused(ErrorCode.RESULT_NOT_KEPT, choose, pipeline);
  }
}
