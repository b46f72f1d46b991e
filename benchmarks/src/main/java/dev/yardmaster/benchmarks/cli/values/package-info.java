/**
 * Values of options: converters from a text to a name of a fixed set, to a number within a range,
 * or to a list of these.
 */
package dev.yardmaster.benchmarks.cli.values;
