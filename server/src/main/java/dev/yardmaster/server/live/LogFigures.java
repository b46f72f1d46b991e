package dev.yardmaster.server.live;

/**
 * The commit log of a durable pipeline, as rates per second.
 *
 * @param transactions transactions written
 * @param bytes bytes written
 * @param forces forced writes to the disk
 * @param checkpoints the total number of checkpoints since the start
 */
public record LogFigures(double transactions, double bytes, double forces, long checkpoints) {}
