package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.List;

/**
 * What one run of a transaction of the bank did, if it commits.
 *
 * @param isRefused whether it wrote nothing, for want of money
 * @param changeCents by how much it changed the bank's total
 * @param balanceCents what it found or left in the accounts that it touched
 * @param seen what it saw and wrote, in order; empty unless histories are recorded
 */
public record BankReceipt(
    boolean isRefused, long changeCents, long balanceCents, List<SeenRow> seen) {

  /** Copies the list. */
  public BankReceipt {
    seen = List.copyOf(seen);
  }
}
