/**
 * TPC-E, standard specification, revision 1.14: customers of a brokerage firm trade securities. The
 * package contains the ten transactions of the mix, and the analytic transaction of the ERMIA paper
 * (CSRG-623, section 4.2). The package does not contain Data-Maintenance and Trade-Cleanup, and
 * clients have no think time, so the throughput is not tpsE.
 *
 * <p>Keys are numbers, and amounts are whole cents. The subpackages, from the inside outwards:
 * {@code rows} has the columns, {@code schema} the tables and keys, {@code load} the loader, {@code
 * calls} the transactions, and {@code check} the consistency conditions.
 */
package dev.yardmaster.benchmarks.workload.tpce;
