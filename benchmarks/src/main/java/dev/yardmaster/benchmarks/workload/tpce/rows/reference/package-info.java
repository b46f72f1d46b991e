/** The rows of the tables to which all groups of tables refer. */
package dev.yardmaster.benchmarks.workload.tpce.rows.reference;
