/** The commands {@code simulate} and {@code fuzz}, which run one scenario for each seed. */
package dev.yardmaster.proof.simulator.cli;
