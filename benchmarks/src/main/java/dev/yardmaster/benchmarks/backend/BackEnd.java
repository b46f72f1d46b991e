package dev.yardmaster.benchmarks.backend;

import dev.yardmaster.api.TransactionService;

/** Starts services without data, one after the other. */
@FunctionalInterface
interface BackEnd {

  /**
   * Starts a service; the caller closes it.
   *
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if the service cannot be started
   */
  Running start() throws InterruptedException;

  /**
   * A running service, and what else ends with it.
   *
   * @param others is called after the service is closed
   */
  record Running(TransactionService service, Runnable others) implements AutoCloseable {

    Running(TransactionService service) {
      this(service, () -> {});
    }

    @Override
    public void close() {
      try {
        service.close();
      } finally {
        others.run();
      }
    }
  }
}
