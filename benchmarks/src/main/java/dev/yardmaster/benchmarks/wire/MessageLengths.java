package dev.yardmaster.benchmarks.wire;

/**
 * The mean number of bytes on the network for one transaction, including framing.
 *
 * @param request number of bytes sent to the server
 * @param response number of bytes received from the server
 */
public record MessageLengths(int request, int response) {}
