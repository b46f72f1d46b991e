/**
 * Groups of options that several subcommands share, and the conversion of a group to the settings
 * that it stands for.
 */
package dev.yardmaster.benchmarks.cli.options;
