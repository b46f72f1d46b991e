/**
 * The benchmark Voter. Callers vote for the contestants of a television show; the number of votes
 * of each caller is limited. The benchmark comes from VoltDB, and follows the description in
 * BenchBase (Difallah, Pavlo, Curino and Cudré-Mauroux, "OLTP-Bench", PVLDB 7(4), 2013).
 */
package dev.yardmaster.workloads.voter;
