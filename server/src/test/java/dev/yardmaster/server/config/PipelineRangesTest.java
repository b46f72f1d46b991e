package dev.yardmaster.server.config;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Tests that the documented range of each option is the range that the pipeline accepts. */
class PipelineRangesTest {

  /** An option, its range, and the setter of the pipeline's configuration. */
  private record Range(ConfigOption<?> option, long min, long max, LongConsumer pipeline) {}

  private static PipelineConfig.Builder pipeline() {
    return PipelineConfig.builder();
  }

  private static Range number(ConfigOption<Integer> option, long min, long max, LongConsumer set) {
    return new Range(option, min, max, set);
  }

  private static Stream<Range> ranges() {
    return Stream.of(
        number(
            PipelineOptions.CONCURRENCY, 1, 100_000, v -> pipeline().concurrency((int) v).build()),
        number(PipelineOptions.BATCH_SIZE, 1, 4_096, v -> pipeline().batchSize((int) v).build()),
        number(PipelineOptions.PROCESSORS, 0, 256, v -> pipeline().processors((int) v).build()),
        number(
            PipelineOptions.STORAGE_WORKERS,
            0,
            256,
            v -> pipeline().storageWorkers((int) v).build()),
        number(PipelineOptions.PREPARERS, 0, 256, v -> pipeline().preparers((int) v).build()),
        number(
            PipelineOptions.REORDER_WORKERS,
            0,
            256,
            v -> pipeline().reorderWorkers((int) v).build()),
        number(
            PipelineOptions.WAITING_TRANSACTIONS,
            1,
            1_048_576,
            v -> pipeline().waitingTransactions((int) v).build()),
        number(
            PipelineOptions.HOT_KEY_WAITING,
            0,
            100_000,
            v -> pipeline().hotKeyWaiting((int) v).build()),
        number(PipelineOptions.MAX_ROUNDS, 1, 1_024, v -> pipeline().maxRounds((int) v).build()),
        number(
            PipelineOptions.MAX_OUTCOMES,
            1_000,
            268_435_456,
            v -> pipeline().maxOutcomes((int) v).build()),
        number(
            PipelineOptions.MAX_SNAPSHOTS,
            1,
            65_536,
            v -> pipeline().maxSnapshots((int) v).build()),
        new Range(
            PipelineOptions.MAX_SNAPSHOT_BYTES,
            1 << 20,
            1L << 44,
            v -> pipeline().maxSnapshotBytes(v).build()),
        number(
            LimitOptions.MAX_VALUE_BYTES,
            8,
            1 << 30,
            v -> pipeline().maxValueBytes((int) v).build()),
        number(
            LimitOptions.MAX_KEYS_PER_TRANSACTION,
            1,
            4_096,
            v -> pipeline().maxKeysPerTransaction((int) v).build()),
        number(
            LimitOptions.MAX_TRANSACTION_BYTES,
            1_024,
            268_435_456,
            v -> pipeline().maxTransactionBytes((int) v).build()),
        new Range(
            PipelineOptions.MAX_BATCH_AGE,
            0,
            1_000_000_000,
            v -> pipeline().maxBatchAgeNs(v).build()),
        new Range(
            PipelineOptions.RESERVATION,
            1_000,
            1_000_000_000,
            v -> pipeline().reservationNs(v).build()),
        new Range(
            LimitOptions.DRAIN_TIMEOUT,
            0,
            3_600_000_000_000L,
            v -> pipeline().closeTimeoutNs(v).build()),
        new Range(
            PipelineOptions.SEGMENT_BYTES,
            1 << 16,
            1 << 30,
            v -> Durability.in(Path.of("d")).withLengths(v, 1 << 20)),
        new Range(
            PipelineOptions.CHECKPOINT_BYTES,
            1 << 16,
            1L << 40,
            v -> Durability.in(Path.of("d")).withLengths(1 << 20, v)));
  }

  @TestFactory
  Stream<DynamicTest> rangesAreThePipelines() {
    return ranges().map(range -> DynamicTest.dynamicTest(range.option().name(), () -> hold(range)));
  }

  private static void hold(Range range) {
    for (long good : new long[] {range.min(), range.max()}) {
      assertDoesNotThrow(() -> range.option().type().parse(text(range, good)));
      assertDoesNotThrow(() -> range.pipeline().accept(good));
    }
    for (long bad : new long[] {range.min() - 1, range.max() + 1}) {
      assertThrows(
          IllegalArgumentException.class, () -> range.option().type().parse(text(range, bad)));
      assertThrows(YardmasterException.class, () -> range.pipeline().accept(bad));
    }
  }

  private static String text(Range range, long value) {
    return range.option().defaultValue() instanceof Duration ? value + "ns" : String.valueOf(value);
  }
}
