package dev.yardmaster.engine.service;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionServiceContract;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.table.PartitionRule;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.Guarantee;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the engine as a service under several protocols. Each test records its commits, and the
 * checker examines the history.
 */
class EngineServiceTest {

  private abstract static class OnEngine extends TransactionServiceContract {

    @Override
    protected final boolean hasSnapshots() {
      return Protocols.keepsSnapshots(config().build().protocol());
    }

    @Override
    protected final int maxSnapshots() {
      return EngineConfig.SNAPSHOTS.intDefault();
    }

    private final HistoryLog history = HistoryLog.inMemory();

    abstract EngineConfig.Builder config();

    @Override
    protected final TransactionService start() {
      return Engine.open(
          config()
              .maxValueBytes(MAX_VALUE_BYTES)
              .maxKeysPerTransaction(MAX_KEYS)
              .maxRounds(MAX_ROUNDS)
              .stepTimeoutNs(20_000_000)
              .outcomeRetentionMs(Duration.ofDays(7).toMillis())
              .build(),
          new EngineParts() {
            @Override
            public HistoryRecorder recorder() {
              return history.recorder();
            }
          });
    }

    @AfterEach
    @Override
    protected final void closeService() {
      super.closeService();
      try {
        history.close();
        Isolation isolation = Protocols.isolation(config().build().protocol());
        CheckResult checked =
            SerializabilityChecker.check(
                history.bytes(), CheckOptions.defaults().with(Guarantee.valueOf(isolation.name())));
        assertTrue(checked.isSerializable(), checked::inWords);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Nested
  class Silo extends OnEngine {
    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder();
    }
  }

  @Nested
  class SiloOnManyWorkers extends OnEngine {
    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().workers(5);
    }
  }

  @Nested
  class TicTocInAnyOrderOfTime extends OnEngine {
    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().protocol("tictoc").relaxed(true);
    }
  }

  @Nested
  class MultiVersion extends OnEngine {
    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().protocol("multi-version").workers(3);
    }
  }

  @Nested
  class SerialSafetyNet extends OnEngine {
    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().protocol("ssn").workers(3);
    }
  }

  @Nested
  class SerializableSnapshotIsolation extends OnEngine {
    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().protocol("ssi").workers(3);
    }
  }

  @Nested
  class NoWait extends OnEngine {
    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().protocol("no-wait").workers(3);
    }
  }

  @Nested
  class WaitDie extends OnEngine {
    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().protocol("wait-die").workers(3);
    }
  }

  @Nested
  class WoundWait extends OnEngine {
    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().protocol("wound-wait").workers(3);
    }
  }

  @Nested
  class Plor extends OnEngine {
    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().protocol("plor").workers(3);
    }
  }

  @Nested
  class DurablePlor extends OnEngine {
    @TempDir Path directory;

    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().protocol("plor-optimistic").workers(3).directory(directory);
    }
  }

  @Nested
  class DurableSerialSafetyNet extends OnEngine {
    @TempDir Path directory;

    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().protocol("ssn").workers(3).directory(directory);
    }
  }

  @Nested
  class DurableWoundWait extends OnEngine {
    @TempDir Path directory;

    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().protocol("wound-wait").workers(3).directory(directory);
    }
  }

  @Nested
  class Durable extends OnEngine {
    @TempDir Path directory;

    @Override
    EngineConfig.Builder config() {
      return EngineConfig.builder().directory(directory);
    }
  }

  @Nested
  class PartCcByPrefix extends OnEngine {
    @Override
    EngineConfig.Builder config() {
      return byPrefix("partcc");
    }
  }

  @Nested
  class CormCcByPrefix extends OnEngine {
    @Override
    EngineConfig.Builder config() {
      return byPrefix("cormcc");
    }
  }

  @Nested
  class DurableCormCc extends OnEngine {
    @TempDir Path directory;

    @Override
    EngineConfig.Builder config() {
      return byPrefix("cormcc").directory(directory);
    }
  }

  private static EngineConfig.Builder byPrefix(String protocol) {
    return EngineConfig.builder()
        .protocol(protocol)
        .partitions(8)
        .partitionBy(List.of(PartitionRule.of("first:2")))
        .workers(3);
  }
}
