/** The consistency conditions of TPC-E, which must hold after every round. */
package dev.yardmaster.benchmarks.workload.tpce.check;
