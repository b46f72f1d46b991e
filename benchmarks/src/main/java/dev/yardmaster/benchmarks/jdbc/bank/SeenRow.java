package dev.yardmaster.benchmarks.jdbc.bank;

/**
 * A balance as a transaction saw it, and what it left there.
 *
 * @param writer number of the transaction that wrote what was seen; 0 for the initial data
 * @param cents what was seen
 * @param isWritten whether the transaction wrote it
 * @param leftCents what it wrote; what was seen if it did not
 */
public record SeenRow(AccountRow row, long writer, long cents, boolean isWritten, long leftCents) {}
