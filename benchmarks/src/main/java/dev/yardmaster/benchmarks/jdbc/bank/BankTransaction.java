package dev.yardmaster.benchmarks.jdbc.bank;

/** Runs a drawn transaction of the bank. */
@FunctionalInterface
public interface BankTransaction extends SqlTransaction<BankArguments> {}
