/**
 * The {@code yardmaster} command: parses and checks options, runs, and prints results. Exit code 0
 * is success, 1 a failed run, 2 a wrong option, explained in one line. All commands run on the main
 * thread; a shutdown interrupts it and waits for it.
 *
 * <p>Option groups are classes of their own, so that subcommands share them.
 */
package dev.yardmaster.benchmarks.cli;
