package dev.yardmaster.server.live;

/**
 * What a durable pipeline wrote to its commit log, for each second.
 *
 * @param transactions transactions written
 * @param bytes bytes written
 * @param forces how often the log was forced to the disk
 * @param checkpoints checkpoints since the start, a total
 */
public record LogFigures(double transactions, double bytes, double forces, long checkpoints) {}
