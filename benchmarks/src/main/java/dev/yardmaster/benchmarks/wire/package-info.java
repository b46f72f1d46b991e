/**
 * The two sides that measure a Yardmaster server share one server, and the two sides that measure
 * Redis share one server. While a side runs, the servers of the other sides are idle. The
 * coordinator's thread runs one side after another; clients run on their libraries' event loops.
 */
package dev.yardmaster.benchmarks.wire;
