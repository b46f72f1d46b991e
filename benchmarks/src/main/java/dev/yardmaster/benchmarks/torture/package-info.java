/**
 * Kills a database with typed tables repeatedly while it runs TPC-C, and checks the recovered
 * tables. {@link dev.yardmaster.benchmarks.torture.TablesTorture} is the parent process, and {@code
 * TorturedTables} runs in the child process. Each client of the child writes its progress into a
 * ledger in the database, and reports each commit to the parent. The parent therefore knows how
 * many commits of each client must be in the tables after the next restart.
 *
 * <p>Parent and child exchange lines of words, separated by single spaces:
 *
 * <pre>
 *   parent to child          child to parent
 *                            broken TEXT, for each condition that is broken
 *                            ledger CLIENT WRITES, for each client
 *                            ready
 *   work                     ack CLIENT WRITES, for each commit that has written
 *   close                    (the process ends)
 * </pre>
 */
package dev.yardmaster.benchmarks.torture;
