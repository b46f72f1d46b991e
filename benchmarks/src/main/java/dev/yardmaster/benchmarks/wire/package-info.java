/**
 * Measures services in other processes, over loopback: a ServerLauncher server through its client,
 * and what it is set beside, a bare echo and Redis. Every server is a child process that ends with
 * what started it. The coordinator's thread runs one side after another; clients act on their
 * libraries' event loops.
 */
package dev.yardmaster.benchmarks.wire;
