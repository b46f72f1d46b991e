/**
 * The commands {@code play} and {@code demo}. {@link dev.yardmaster.play.cli.PlayMain} runs them,
 * together with the operators' commands, from a build that has no benchmarks.
 */
package dev.yardmaster.play.cli;
