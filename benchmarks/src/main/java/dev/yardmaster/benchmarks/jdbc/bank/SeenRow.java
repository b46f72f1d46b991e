package dev.yardmaster.benchmarks.jdbc.bank;

/**
 * A balance that a transaction saw, and the balance that the transaction left in the row.
 *
 * @param writer number of the transaction that wrote the balance seen; 0 for the initial data
 * @param cents the balance seen
 * @param isWritten whether the transaction wrote the balance
 * @param leftCents the balance that the transaction wrote; the balance seen if it wrote none
 */
public record SeenRow(AccountRow row, long writer, long cents, boolean isWritten, long leftCents) {}
