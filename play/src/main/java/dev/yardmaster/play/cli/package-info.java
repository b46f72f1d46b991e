/**
 * The commands {@code play} and {@code demo}. In a build without the benchmarks, {@link
 * dev.yardmaster.play.cli.PlayMain} runs these commands and the operators' commands.
 */
package dev.yardmaster.play.cli;
