package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.DataLimitContract;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.engine.EngineConfig;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Tests the memory limit of an engine's data, with one version and with several versions of a
 * record.
 */
class EngineDataLimitTest {

  private record Limited(EngineService engine) implements DataLimitContract.LimitedService {
    @Override
    public TransactionService service() {
      return engine;
    }

    @Override
    public long dataBytes() {
      return engine.dataLimit().bytes();
    }

    @Override
    public Optional<String> warning() {
      return engine.warning();
    }
  }

  private abstract static class OnEngine extends DataLimitContract {
    private final String protocol;

    OnEngine(String protocol) {
      this.protocol = protocol;
    }

    @Override
    protected LimitedService start(long maxDataBytes) {
      return new Limited(
          Engine.open(
              EngineConfig.builder().protocol(protocol).maxDataBytes(maxDataBytes).build()));
    }
  }

  /**
   * Plor has two bits for each worker in front of each record, and each open session needs a
   * worker.
   */
  @Test
  void theWordsOfTheProtocolCount() {
    int words = 2 * (EngineConfig.MAX_LOCKING / Long.SIZE);
    assertEquals(
        bytesOfARecord(1) + (long) words * Long.BYTES, bytesOfARecord(EngineConfig.MAX_LOCKING));
  }

  private static long bytesOfARecord(int interactive) {
    try (EngineService engine =
        Engine.open(
            EngineConfig.builder().protocol("plor").workers(1).interactive(interactive).build())) {
      long before = engine.dataLimit().bytes();
      engine.execute(
          transaction -> {
            transaction.put(Key.of("notes", 1), new byte[8]);
            return null;
          });
      return engine.dataLimit().bytes() - before;
    }
  }

  @Nested
  class Silo extends OnEngine {
    Silo() {
      super("silo");
    }
  }

  @Nested
  class Plor extends OnEngine {
    Plor() {
      super("plor");
    }
  }

  @Nested
  class MultiVersion extends OnEngine {
    MultiVersion() {
      super("multi-version");
    }
  }
}
