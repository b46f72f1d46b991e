package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.service.typed.TypedProcedure;
import dev.yardmaster.engine.service.typed.TypedRows;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.scope.LogicScope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a scope surrounds each method of a procedure on an engine's workers. */
@Timeout(60)
class ScopedCallTest {

  /** What happened, in order. The outcome of a call makes its events visible to the test. */
  private final List<String> events = new ArrayList<>();

  private final LogicScope scope =
      () -> {
        events.add("open");
        return () -> events.add("close");
      };

  private final class Plain implements Procedure<Long, Long> {
    @Override
    public String name() {
      return "plain";
    }

    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      events.add("declare");
    }

    @Override
    public Long execute(Long argument, Transaction transaction) {
      events.add("execute");
      return argument + 1;
    }
  }

  private final class Typed implements TypedProcedure<Long, Long> {
    @Override
    public String name() {
      return "typed";
    }

    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      events.add("declare");
    }

    @Override
    public void declareNext(Long argument, Reads soFar, KeyDeclaration keys) {
      events.add("next");
    }

    @Override
    public Long execute(Long argument, Transaction transaction, TypedRows rows) {
      events.add("execute");
      return argument + 1;
    }
  }

  @Test
  void theScopeSurroundsEachMethod() {
    try (EngineService engine =
        Engine.open(EngineConfig.builder().protocol("silo").workers(1).build())) {
      engine.register(new Plain());
      engine.register(new Typed());
      assertEquals(
          List.of("open", "declare", "close", "open", "execute", "close"),
          eventsOf(engine.encoded(), "plain"));
      assertEquals(
          List.of("open", "declare", "close", "open", "next", "close", "open", "execute", "close"),
          eventsOf(engine.encoded(), "typed"));
      assertEquals(2L, engine.submit("plain", 1L).toCompletableFuture().join().valueOrThrow());
    }
  }

  private List<String> eventsOf(EncodedCalls calls, String procedure) {
    events.clear();
    Outcome<byte[]> outcome =
        calls
            .submit(procedure, ValueCodec.basic().encode(41L), TransactionOptions.defaults(), scope)
            .toCompletableFuture()
            .join();
    assertEquals(42L, ValueCodec.basic().decode(outcome.valueOrThrow()));
    return List.copyOf(events);
  }
}
