package dev.yardmaster.benchmarks.workload.smallbank;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.workloads.Workload;
import dev.yardmaster.workloads.WorkloadFactory;
import dev.yardmaster.workloads.WorkloadOption;
import dev.yardmaster.workloads.WorkloadSettings;
import java.util.List;

/** Makes {@link SmallBank}. */
public final class SmallBankFactory implements WorkloadFactory {

  private static final WorkloadOption CUSTOMERS =
      WorkloadOption.whole(
          "customers",
          SmallBank.MIN_CUSTOMERS,
          10_000_000,
          100_000,
          "number of customers, each with two accounts");

  /** A {@code ServiceLoader} needs this constructor. */
  public SmallBankFactory() {}

  @Override
  public String name() {
    return SmallBank.NAME;
  }

  @Override
  public String description() {
    return "a bank, 25 % SendPayment and 15 % each of Balance, DepositChecking, TransactSavings,"
        + " Amalgamate and WriteCheck";
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(CUSTOMERS, ZipfIds.SKEW);
  }

  @Override
  public List<Procedure<?, ?>> procedures() {
    return SmallBank.PROCEDURES;
  }

  @Override
  public Workload create(WorkloadSettings settings) {
    return new SmallBank(
        settings.whole(CUSTOMERS), settings.decimal(ZipfIds.SKEW), settings.seed());
  }
}
