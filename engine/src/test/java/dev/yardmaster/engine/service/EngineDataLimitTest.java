package dev.yardmaster.engine.service;

import dev.yardmaster.api.DataLimitContract;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.engine.EngineConfig;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/** Tests the limit of an engine's data, with and without several versions of a record. */
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
