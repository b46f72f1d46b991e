package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.workloads.smallbank.Account;
import dev.yardmaster.workloads.smallbank.Balance;
import dev.yardmaster.workloads.smallbank.DepositChecking;
import dev.yardmaster.workloads.smallbank.Receipt;
import dev.yardmaster.workloads.smallbank.SendPayment;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Passes the bank's transactions to a service. Balance, DepositChecking and SendPayment need no
 * logic, so this class submits them as data.
 *
 * @param service the service that receives the transactions; the close of this object closes the
 *     service, too
 */
public record OneShotBank(TransactionService service) implements TransactionService {

  @Override
  @SuppressWarnings("unchecked") // The cast is safe, because the bank's procedures return receipts.
  public <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    if (argument instanceof Balance.Argument of) {
      return (CompletionStage<Outcome<R>>) (CompletionStage<?>) balance(of, options);
    }
    if (argument instanceof DepositChecking.Argument of) {
      return (CompletionStage<Outcome<R>>) (CompletionStage<?>) deposit(of, options);
    }
    if (argument instanceof SendPayment.Argument of) {
      return (CompletionStage<Outcome<R>>) (CompletionStage<?>) payment(of, options);
    }
    return service.submit(procedure, argument, options);
  }

  private CompletionStage<Outcome<Receipt>> balance(
      Balance.Argument of, TransactionOptions options) {
    Key checking = Account.checking(of.customer());
    Key savings = Account.savings(of.customer());
    return submit(
        OneShot.builder().read(checking).read(savings).build(),
        options,
        found -> new Receipt(0, found.getLong(checking) + found.getLong(savings)));
  }

  private CompletionStage<Outcome<Receipt>> deposit(
      DepositChecking.Argument of, TransactionOptions options) {
    Key checking = Account.checking(of.customer());
    return submit(
        OneShot.builder().read(checking).add(checking, of.cents()).build(),
        options,
        found -> new Receipt(of.cents(), found.getLong(checking) + of.cents()));
  }

  private CompletionStage<Outcome<Receipt>> payment(
      SendPayment.Argument of, TransactionOptions options) {
    Key from = Account.checking(of.from());
    Key to = Account.checking(of.to());
    return submit(
        OneShot.builder()
            .read(from)
            .requireAtLeast(from, of.cents())
            .add(from, -of.cents())
            .add(to, of.cents())
            .build(),
        options,
        found -> new Receipt(0, found.getLong(from) - of.cents()));
  }

  private CompletionStage<Outcome<Receipt>> submit(
      OneShot oneShot, TransactionOptions options, Function<OneShot.Result, Receipt> receipt) {
    return service.submit(oneShot, options).thenApply(outcome -> receipt(outcome, receipt));
  }

  @SuppressWarnings("unchecked") // The cast is safe, because only a commit has a value.
  private static Outcome<Receipt> receipt(
      Outcome<OneShot.Result> outcome, Function<OneShot.Result, Receipt> receipt) {
    if (outcome instanceof Outcome.Committed<OneShot.Result> committed) {
      return new Outcome.Committed<>(
          receipt.apply(committed.value()),
          committed.transactionId(),
          committed.commitVersion(),
          committed.restarts(),
          committed.lastConflict());
    }
    return (Outcome<Receipt>) (Outcome<?>) outcome;
  }

  @Override
  public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    return service.execute(logic, options);
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    service.register(procedure);
  }

  @Override
  public CompletionStage<Outcome<Object>> submit(
      String procedure, Object argument, TransactionOptions options) {
    return service.submit(procedure, argument, options);
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    return service.status(id);
  }

  @Override
  public void close() {
    service.close();
  }
}
