/**
 * The operations of clients in a simulated run, which are drawn from a seed, with a class for each
 * procedure. The {@link dev.yardmaster.proof.simulator.workload.BankLedger} records their outcomes
 * and checks the invariants.
 */
package dev.yardmaster.proof.simulator.workload;
