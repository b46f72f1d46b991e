/**
 * The {@code yardmaster} command: parses and checks options, runs, shows. Exit code 0 is fine, 1 a
 * run that failed, 2 a wrong option, told in one line. Everything runs on the main thread; a
 * shutdown interrupts it and waits for it.
 *
 * <p>Option groups are classes of their own, so that subcommands share them.
 */
package dev.yardmaster.benchmarks.cli;
