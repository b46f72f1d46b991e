package dev.yardmaster.replication.pipeline;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A log that only supports requests for read indexes. The test completes these requests. */
final class RoundsOnly extends UnsupportedLog {
  private final List<CompletableFuture<Long>> rounds;

  /**
   * Creates the log.
   *
   * @param rounds receives the requests
   */
  RoundsOnly(List<CompletableFuture<Long>> rounds) {
    this.rounds = rounds;
  }

  @Override
  public CompletableFuture<Long> readIndex() {
    CompletableFuture<Long> round = new CompletableFuture<>();
    rounds.add(round);
    return round;
  }
}
