/**
 * The {@code yardmaster} command, which parses and checks options, runs a subcommand and prints
 * results. Exit code 0 means success, 1 a failed run, and 2 a wrong option. An error message is one
 * line. All commands run on the main thread; a shutdown interrupts this thread and waits until it
 * ends.
 */
package dev.yardmaster.benchmarks.cli;
