package dev.yardmaster.benchmarks.run;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The history of one round. The history is recorded during the round and checked after the service
 * has closed.
 */
final class RoundHistory implements AutoCloseable {

  private final Path file;
  private final boolean kept;
  private final HistoryLog log;
  private boolean complete;

  /** Begins a history. */
  RoundHistory(Path file, boolean kept) {
    this.file = file;
    this.kept = kept;
    try {
      log = HistoryLog.toFile(file);
    } catch (IOException e) {
      throw new WorkloadFailure("cannot record a history: " + e.getMessage(), e);
    }
  }

  HistoryLog log() {
    return log;
  }

  /** Ends the history and checks it. Returns the anomaly, in one line, if the history has one. */
  Optional<String> check() {
    try {
      log.close();
      complete = true;
      CheckResult result = SerializabilityChecker.check(file);
      if (result.isSerializable()) {
        if (!kept) {
          Files.delete(file);
        }
        return Optional.empty();
      }
      return Optional.of(
          "the history is not serializable: "
              + result.anomalies().get(0).kind().label()
              + "; ./yardmaster check "
              + file
              + " shows it");
    } catch (IOException e) {
      throw new WorkloadFailure("cannot check the history " + file + ": " + e.getMessage(), e);
    }
  }

  /** Removes a history that will not be checked, for instance because its round failed. */
  @Override
  public void close() {
    if (!complete) {
      try {
        log.close();
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // The exception is ignored, because the caller is already throwing the failure that ended
        // the round.
      }
    }
  }
}
