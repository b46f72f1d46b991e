/** The commands that play ranges of seeds: {@code simulate} and {@code fuzz}. */
package dev.yardmaster.proof.simulator.cli;
