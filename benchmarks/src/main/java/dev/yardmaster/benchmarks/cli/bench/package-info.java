/**
 * {@code yardmaster bench} and its subcommands. Each checks its options, and measures with a
 * package of the same idea. A reader starts at {@link
 * dev.yardmaster.benchmarks.cli.bench.BenchCommand}.
 */
package dev.yardmaster.benchmarks.cli.bench;
