/**
 * Measures a replicated log on three processes of this machine: the rate at which it appends
 * entries, and the time for which it applies no entry when a member fails.
 *
 * <p>{@link dev.yardmaster.benchmarks.replication.LogMember} is the program of a member, and {@link
 * dev.yardmaster.benchmarks.replication.LogProcesses} starts three of them. A side is either a load
 * ({@link dev.yardmaster.benchmarks.replication.AppendSide}) or a fault ({@link
 * dev.yardmaster.benchmarks.replication.FaultSide}). After each round, all members must have
 * applied the same entries.
 */
package dev.yardmaster.benchmarks.replication;
