package dev.yardmaster.benchmarks.jdbc.bank;

import dev.yardmaster.benchmarks.workload.ClientStream;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;

/** The draws of the workload in memory, made ready for the tables. Immutable. */
public final class DrawnTransactions {

  private final DrawnCalls<BankArguments> drawn;

  private DrawnTransactions(DrawnCalls<BankArguments> drawn) {
    this.drawn = drawn;
  }

  /**
   * Takes over the draws.
   *
   * @param bank drawn for as many customers
   */
  public static DrawnTransactions of(SmallBank bank, int customers) {
    Placement placement = new Placement(customers);
    ClientStream calls = bank.begin(1).client(0);
    return new DrawnTransactions(
        DrawnCalls.draw(
            DrawnCalls.POOL_SIZE, () -> BankArguments.of(calls.next().argument(), placement)));
  }

  /** The walk of one of so many clients. */
  public DrawnCalls.Walk<BankArguments> walk(int client, int clients) {
    return drawn.walk(client, clients);
  }
}
