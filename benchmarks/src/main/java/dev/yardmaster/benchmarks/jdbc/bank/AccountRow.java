package dev.yardmaster.benchmarks.jdbc.bank;

/** The row that holds one of a customer's balances. */
public record AccountRow(BankTable table, long customer) {}
