package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionServiceContract;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/**
 * Runs the service contract on the embedded pipeline, in every mode and with every thread layout.
 * Each test records its commits, and the checker examines the history.
 */
class PipelineServiceTest {

  private abstract static class OnPipeline extends TransactionServiceContract {

    private final HistoryLog history = HistoryLog.inMemory();

    abstract PipelineConfig.Builder config();

    @Override
    protected final TransactionService start() {
      return Pipeline.start(
          config()
              .maxValueBytes(MAX_VALUE_BYTES)
              .maxKeysPerTransaction(MAX_KEYS)
              .maxRounds(MAX_ROUNDS)
              .build(),
          history);
    }

    @AfterEach
    @Override
    protected final void closeService() {
      super.closeService();
      try {
        history.close();
        assertEquals(List.of(), SerializabilityChecker.check(history.bytes()).anomalies());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Nested
  class Defaults extends OnPipeline {
    @Override
    PipelineConfig.Builder config() {
      return PipelineConfig.builder();
    }
  }

  @Nested
  class Base extends OnPipeline {
    @Override
    PipelineConfig.Builder config() {
      return PipelineConfig.builder().mode(PipelineMode.BASE);
    }
  }

  @Nested
  class SpreadOverThreads extends OnPipeline {
    @Override
    PipelineConfig.Builder config() {
      return PipelineConfig.builder().threads(ThreadLayout.SPREAD).processors(4).storageWorkers(2);
    }
  }

  @Nested
  class BatchOnDedicatedThreads extends OnPipeline {
    @Override
    PipelineConfig.Builder config() {
      return PipelineConfig.builder()
          .mode(PipelineMode.BATCH)
          .threads(ThreadLayout.DEDICATED)
          .processors(2)
          .storageWorkers(3)
          .preparers(2);
    }
  }

  @Nested
  class ReorderedOnDedicatedThreads extends OnPipeline {
    @Override
    PipelineConfig.Builder config() {
      return PipelineConfig.builder()
          .threads(ThreadLayout.DEDICATED)
          .processors(2)
          .storageWorkers(2)
          .reorderWorkers(2);
    }
  }

  @Nested
  class SplitWithDelays extends OnPipeline {
    @Override
    PipelineConfig.Builder config() {
      return PipelineConfig.builder().threads(ThreadLayout.SPLIT).hopNs(20_000);
    }
  }
}
