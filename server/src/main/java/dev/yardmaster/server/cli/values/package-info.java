/**
 * Values of options: converters of numbers that check a range, and that name the range in the
 * option's description.
 */
package dev.yardmaster.server.cli.values;
