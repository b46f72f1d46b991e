package dev.yardmaster.workloads.smallbank;

/**
 * The result of every transaction of the bank.
 *
 * @param changeCents the change of the bank's total, in cents
 * @param balanceCents the balance of the accessed accounts, in cents: the balance that was read, or
 *     the balance after the writes
 */
public record Receipt(long changeCents, long balanceCents) {}
