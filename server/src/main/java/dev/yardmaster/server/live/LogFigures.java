package dev.yardmaster.server.live;

/**
 * The figures of a durable pipeline's commit log, as rates per second.
 *
 * @param transactions the transactions that were written to the log, per second
 * @param bytes the bytes that were written to the log, per second
 * @param forces the forced writes to the disk, per second
 * @param checkpoints the total number of checkpoints since the start
 */
public record LogFigures(double transactions, double bytes, double forces, long checkpoints) {}
