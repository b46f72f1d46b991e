package dev.yardmaster.play.service;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import java.time.Duration;
import java.util.Optional;

/** A service on which the prompt runs transactions. The prompt's thread calls the methods. */
public interface Target extends AutoCloseable {

  /** Returns the service. */
  TransactionService service();

  /** Returns a short description of the service for the user. */
  String description();

  /**
   * Returns the time for which the prompt waits for the reply to a step. Under a protocol with
   * locks, a step may wait for another transaction. After this time, the prompt continues without
   * the reply.
   */
  Duration replyTimeout();

  /** Returns the pipeline that accepts batches; empty if the service is not such a pipeline. */
  default Optional<BatchedPipeline> batches() {
    return Optional.empty();
  }

  /**
   * Waits until the reads of all sessions see a commit. A pipeline acknowledges a commit before it
   * installs the commit's writes. A read before the installation is stale. Because a session makes
   * only one attempt, the user would then see an abort without a visible conflict.
   *
   * @throws YardmasterException if the commit is not visible within a time limit
   */
  default void awaitVisible(long commitVersion) throws InterruptedException {}

  /** Ends the service, or the connection to it. */
  @Override
  void close();
}
