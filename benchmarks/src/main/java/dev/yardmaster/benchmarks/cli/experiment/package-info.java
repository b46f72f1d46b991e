/**
 * {@code yardmaster experiment} and its subcommands, one for each paper or question. The entry
 * point is {@code PaperCommand}: it measures the figures that a subcommand chooses.
 */
package dev.yardmaster.benchmarks.cli.experiment;
