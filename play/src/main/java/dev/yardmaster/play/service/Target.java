package dev.yardmaster.play.service;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import java.time.Duration;
import java.util.Optional;

/** A service on which the prompt runs transactions. The prompt's thread calls the methods. */
public interface Target extends AutoCloseable {

  /** Returns the service. */
  TransactionService service();

  /** Returns what the user plays against, in a few words. */
  String description();

  /**
   * Returns how long the prompt waits for the reply to a step. Under a protocol with locks, a step
   * may wait for another transaction; the prompt then goes on without the reply.
   */
  Duration replyTimeout();

  /** Returns the pipeline that takes batches; empty if the service is not such a pipeline. */
  default Optional<BatchedPipeline> batches() {
    return Optional.empty();
  }

  /**
   * Waits until the reads of all sessions see a commit. A pipeline acknowledges a commit before its
   * writes are installed. A read before that is stale; a session makes one attempt, so the user
   * would see an abort without a visible conflict.
   *
   * @throws YardmasterException if the commit is not visible within a time limit
   */
  default void awaitVisible(long commitVersion) throws InterruptedException {}

  /** Ends the service, or the connection to it. */
  @Override
  void close();
}
