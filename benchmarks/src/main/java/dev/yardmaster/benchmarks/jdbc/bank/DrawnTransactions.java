package dev.yardmaster.benchmarks.jdbc.bank;

import dev.yardmaster.benchmarks.workload.ClientStream;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;

/**
 * The transactions drawn by the in-memory workload, converted for the tables. Instances are
 * immutable.
 */
public final class DrawnTransactions {

  private final DrawnCalls<BankArguments> drawn;

  private DrawnTransactions(DrawnCalls<BankArguments> drawn) {
    this.drawn = drawn;
  }

  /**
   * Converts the drawn transactions of the in-memory workload.
   *
   * @param bank the in-memory workload, drawn for the same number of customers
   */
  public static DrawnTransactions of(SmallBank bank, int customers) {
    Placement placement = new Placement(customers);
    ClientStream calls = bank.begin(1).client(0);
    return new DrawnTransactions(
        DrawnCalls.draw(
            DrawnCalls.POOL_SIZE, () -> BankArguments.of(calls.next().argument(), placement)));
  }

  /** Returns an iteration over the drawn transactions of one client. */
  public DrawnCalls.Walk<BankArguments> walk(int client, int clients) {
    return drawn.walk(client, clients);
  }
}
