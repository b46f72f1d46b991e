package dev.yardmaster.processor;

import dev.yardmaster.api.TransactionService;
import org.junit.jupiter.api.Nested;

/** The embedded pipeline as a service, in every mode and on every layout of threads. */
class PipelineServiceTest {

  private static TransactionService start(PipelineConfig.Builder config) {
    return Pipeline.start(
        config
            .maxValueBytes(TransactionServiceContract.MAX_VALUE_BYTES)
            .maxKeysPerTransaction(TransactionServiceContract.MAX_KEYS)
            .maxRounds(TransactionServiceContract.MAX_ROUNDS)
            .build());
  }

  @Nested
  class Defaults extends TransactionServiceContract {
    @Override
    TransactionService start() {
      return PipelineServiceTest.start(PipelineConfig.builder());
    }
  }

  @Nested
  class Base extends TransactionServiceContract {
    @Override
    TransactionService start() {
      return PipelineServiceTest.start(PipelineConfig.builder().mode(PipelineMode.BASE));
    }
  }

  @Nested
  class BatchOnDedicatedThreads extends TransactionServiceContract {
    @Override
    TransactionService start() {
      return PipelineServiceTest.start(
          PipelineConfig.builder()
              .mode(PipelineMode.BATCH)
              .threads(ThreadLayout.DEDICATED)
              .processors(2)
              .storageWorkers(3)
              .preparers(2));
    }
  }

  @Nested
  class ReorderedOnDedicatedThreads extends TransactionServiceContract {
    @Override
    TransactionService start() {
      return PipelineServiceTest.start(
          PipelineConfig.builder()
              .threads(ThreadLayout.DEDICATED)
              .processors(2)
              .storageWorkers(2)
              .reorderWorkers(2));
    }
  }

  @Nested
  class SplitWithDelays extends TransactionServiceContract {
    @Override
    TransactionService start() {
      return PipelineServiceTest.start(
          PipelineConfig.builder().threads(ThreadLayout.SPLIT).hopNs(20_000));
    }
  }
}
