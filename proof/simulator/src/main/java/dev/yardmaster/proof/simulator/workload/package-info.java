/**
 * The operations of clients in a simulated run, drawn from a seed, with a class for each procedure,
 * and the {@link dev.yardmaster.proof.simulator.workload.BankLedger} of their outcomes, which
 * checks the invariants.
 */
package dev.yardmaster.proof.simulator.workload;
