package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.List;

/**
 * The effects of one run of a bank transaction, provided that the run commits.
 *
 * @param isRefused whether the run wrote nothing because the balance of an account was too low
 * @param changeCents the change of the bank's total
 * @param balanceCents the sum of the balances that the run read or, for a run that writes, the sum
 *     that it left in the accounts
 * @param seen the rows seen and written, in order; empty unless histories are recorded
 */
public record BankReceipt(
    boolean isRefused, long changeCents, long balanceCents, List<SeenRow> seen) {

  /** Copies the list. */
  public BankReceipt {
    seen = List.copyOf(seen);
  }
}
