package dev.yardmaster.engine.durable;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores the failure of a log's disk. After a failure, the log accepts no more commits. Any thread
 * may call the methods.
 */
final class LogFailure {

  private final Path path;

  @Shared(
      writers = "the log's thread; the thread of the checkpoints",
      readers = "all threads",
      access = "volatile; the first failure may be replaced by another one")
  private volatile @Nullable Throwable failure;

  /**
   * Creates an object without a failure.
   *
   * @param path the data directory, for error messages
   */
  LogFailure(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  void failed(Throwable why) {
    failure = why;
  }

  Optional<Throwable> get() {
    return Optional.ofNullable(failure);
  }

  /**
   * Checks that commits can still be appended.
   *
   * @throws YardmasterException {@link ErrorCode#CLOSED} if the disk has failed
   */
  void requireUsable() {
    Throwable why = failure;
    if (why != null) {
      throw new YardmasterException(
          ErrorCode.CLOSED,
          "the log of the database has failed; open the database again",
          why,
          "directory",
          path,
          "failure",
          why);
    }
  }

  /** Returns the exception for a commit whose log record may be lost. */
  YardmasterException unknown(Throwable lost) {
    return new YardmasterException(
        ErrorCode.OUTCOME_UNKNOWN,
        "the log of the database has failed, so it is unknown whether the commit survives",
        lost,
        "directory",
        path,
        "failure",
        lost);
  }
}
