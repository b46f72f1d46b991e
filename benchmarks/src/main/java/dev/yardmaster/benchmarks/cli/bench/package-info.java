/**
 * {@code yardmaster bench} and its subcommands. Each subcommand checks its options and runs its
 * measurement. The code of the measurement is in another package. A reader starts at {@link
 * dev.yardmaster.benchmarks.cli.bench.BenchCommand}.
 */
package dev.yardmaster.benchmarks.cli.bench;
