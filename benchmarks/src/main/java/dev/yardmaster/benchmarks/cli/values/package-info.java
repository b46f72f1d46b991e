/**
 * Converters of option values: from a text to a name of a fixed set, to a number within a range, or
 * to a list of names or numbers.
 */
package dev.yardmaster.benchmarks.cli.values;
