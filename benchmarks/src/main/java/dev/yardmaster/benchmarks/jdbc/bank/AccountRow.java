package dev.yardmaster.benchmarks.jdbc.bank;

/** A row of the tables: the row with one of a customer's balances. */
public record AccountRow(BankTable table, long customer) {}
