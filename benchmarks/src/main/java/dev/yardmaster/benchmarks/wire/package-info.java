/**
 * Measures services in other processes, over loopback: a Yardmaster server through its client and,
 * for comparison, a bare echo and Redis. Every server is a child process that ends with its parent
 * process. The coordinator's thread runs one side after another. Clients run on their libraries'
 * event loops.
 */
package dev.yardmaster.benchmarks.wire;
