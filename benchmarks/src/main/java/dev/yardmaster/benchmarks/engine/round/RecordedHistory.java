package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.api.Key;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.records.RecordSink;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.Guarantee;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The recorded history of a round: the loaded records and the committed transactions. If the round
 * records no history, the object does nothing.
 */
final class RecordedHistory implements AutoCloseable {

  private final Path file;
  private final HistoryLog log;

  private RecordedHistory(Path file, HistoryLog log) {
    this.file = file;
    this.log = log;
  }

  static RecordedHistory begin(boolean wanted) {
    if (!wanted) {
      return new RecordedHistory(null, null);
    }
    try {
      Path file = Files.createTempFile("yardmaster-engine", ".history");
      return new RecordedHistory(file, HistoryLog.toFile(file));
    } catch (IOException e) {
      throw new WorkloadFailure("cannot record a history: " + e.getMessage(), e);
    }
  }

  /** Returns a recorder for one worker; null if no history is recorded. */
  HistoryRecorder recorder() {
    return log == null ? null : log.recorder();
  }

  /**
   * Returns a sink for loaded records. If a history is recorded, the returned sink also records
   * each loaded record as a transaction. Otherwise, the method returns the given sink.
   */
  RecordSink whileLoading(RecordSink sink) {
    if (log == null) {
      return sink;
    }
    HistoryRecorder recorder = log.recorder();
    long beforeAll = Long.MIN_VALUE / 2;
    return (table, key, row) -> {
      sink.load(table, key, row);
      recorder.begin(key, 0, beforeAll, beforeAll);
      recorder.write(Key.of(table.name(), key), Protocol.LOADED_VERSION, row.image(table.layout()));
      recorder.end();
    };
  }

  /**
   * Ends the history and checks that its transactions were isolated. Returns the anomaly, in one
   * line, if the history has one.
   */
  Optional<String> check(Isolation isolation) {
    if (log == null) {
      return Optional.empty();
    }
    try {
      log.close();
      CheckResult result =
          SerializabilityChecker.check(
              file, CheckOptions.defaults().with(Guarantee.valueOf(isolation.name())));
      return result.isSerializable()
          ? Optional.empty()
          : Optional.of(
              "the history is not "
                  + isolation.name().toLowerCase(Locale.ROOT)
                  + ": "
                  + result.inWords());
    } catch (IOException e) {
      throw new WorkloadFailure("cannot check the history " + file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (log != null) {
      try {
        log.close();
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // This exception is ignored, because the caller is already throwing the failure that ended
        // the round.
      }
    }
  }
}
