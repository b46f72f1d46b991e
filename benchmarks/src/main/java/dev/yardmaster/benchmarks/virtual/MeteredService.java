package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import java.util.concurrent.CompletionStage;

/** A pipeline on virtual cores, as a service that counts the runs of procedures. */
final class MeteredService implements TransactionService {

  private final TransactionService service;
  private final Cores cores;
  private final boolean stepped;

  MeteredService(TransactionService service, Cores cores) {
    this(service, cores, false);
  }

  private MeteredService(TransactionService service, Cores cores, boolean stepped) {
    this.service = service;
    this.cores = cores;
    this.stepped = stepped;
  }

  /**
   * Returns a view of this service. A call to the view runs the cores until the call has its
   * outcome. The view is used to load data before a run, and to read the data afterwards.
   */
  MeteredService stepped() {
    return new MeteredService(service, cores, true);
  }

  private <R> CompletionStage<R> ended(CompletionStage<R> stage) {
    if (stepped) {
      cores.wakeAll();
      while (!stage.toCompletableFuture().isDone()) {
        cores.step();
      }
    }
    return stage;
  }

  @Override
  public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    throw new UnsupportedOperationException("there is only one thread");
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    service.register(new MeteredProcedure<>(procedure, cores));
  }

  @Override
  public <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    return ended(service.submit(new MeteredProcedure<>(procedure, cores), argument, options));
  }

  @Override
  public CompletionStage<Outcome<Object>> submit(
      String procedure, Object argument, TransactionOptions options) {
    return ended(service.submit(procedure, argument, options));
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    return ended(service.status(id));
  }

  @Override
  public void close() {
    service.close();
  }
}
