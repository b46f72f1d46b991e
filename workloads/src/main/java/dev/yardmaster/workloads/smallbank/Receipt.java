package dev.yardmaster.workloads.smallbank;

/**
 * The result of every transaction of the bank.
 *
 * @param changeCents the change of the bank's total, in cents
 * @param balanceCents the balance found or left in the accounts that it touched, in cents
 */
public record Receipt(long changeCents, long balanceCents) {}
