package dev.yardmaster.benchmarks.wire;

/**
 * The mean number of bytes on the wire for one transaction, framing included.
 *
 * @param request to the server
 * @param response from the server
 */
public record MessageLengths(int request, int response) {}
