package dev.yardmaster.benchmarks.jdbc.bank;

import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.workloads.ClientStream;

/**
 * Converts transactions that the in-memory workload has drawn into transactions on these tables.
 */
public final class DrawnTransactions {

  private DrawnTransactions() {}

  /**
   * Converts the drawn transactions of the in-memory workload.
   *
   * @param bank the in-memory workload; it was drawn for the same number of customers
   */
  public static DrawnCalls<BankArguments> of(SmallBank bank, int customers) {
    Placement placement = new Placement(customers);
    ClientStream calls = bank.begin(1).client(0);
    return DrawnCalls.draw(
        DrawnCalls.POOL_SIZE, () -> BankArguments.of(calls.next().argument(), placement));
  }
}
