/**
 * What clients do in a simulated run: operations drawn from a seed, one procedure a class, and the
 * {@link dev.yardmaster.proof.simulator.workload.BankLedger} of what became of them, which knows
 * the invariants.
 */
package dev.yardmaster.proof.simulator.workload;
