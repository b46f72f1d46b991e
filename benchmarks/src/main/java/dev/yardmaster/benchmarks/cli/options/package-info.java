/**
 * Groups of options that several subcommands share. Each class converts its group to the settings
 * of a measurement.
 */
package dev.yardmaster.benchmarks.cli.options;
