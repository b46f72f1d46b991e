/**
 * SmallBank: a bank whose total must match the committed transactions to the cent after every run.
 */
package dev.yardmaster.benchmarks.workload.smallbank;
