/**
 * Voter: callers vote for the contestants of a television show, each a limited number of times. The
 * benchmark of VoltDB, as BenchBase describes it (Difallah, Pavlo, Curino and Cudré-Mauroux,
 * "OLTP-Bench", PVLDB 7(4), 2013).
 */
package dev.yardmaster.workloads.voter;
