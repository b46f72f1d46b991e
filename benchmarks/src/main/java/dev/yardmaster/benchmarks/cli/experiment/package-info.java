/**
 * {@code yardmaster experiment} and its subcommands, one for each paper or question. A reader
 * starts at {@code PaperCommand}, which measures the figures that a subcommand chooses.
 */
package dev.yardmaster.benchmarks.cli.experiment;
