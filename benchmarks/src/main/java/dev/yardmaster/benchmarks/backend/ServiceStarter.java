package dev.yardmaster.benchmarks.backend;

import dev.yardmaster.api.TransactionService;

/** Starts empty services, one at a time. */
@FunctionalInterface
interface ServiceStarter {

  /**
   * Starts a service, which the caller closes.
   *
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if the service cannot be started
   */
  Running start() throws InterruptedException;

  /**
   * A running service, and an action that releases further resources.
   *
   * @param others the action to call after the close of the service
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
