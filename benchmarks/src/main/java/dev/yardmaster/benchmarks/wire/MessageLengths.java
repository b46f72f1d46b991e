package dev.yardmaster.benchmarks.wire;

/**
 * Mean lengths of what goes over the wire for one transaction, in bytes, framing included.
 *
 * @param request to the server
 * @param response from the server
 */
public record MessageLengths(int request, int response) {}
