package dev.yardmaster.workloads.smallbank;

/**
 * What every transaction of the bank returns.
 *
 * @param changeCents by how much it changed the bank's total, in cents
 * @param balanceCents what it found or left in the accounts that it touched, in cents
 */
public record Receipt(long changeCents, long balanceCents) {}
