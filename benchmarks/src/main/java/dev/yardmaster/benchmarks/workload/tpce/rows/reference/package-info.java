/** The rows of the tables that every part of the schema refers to. */
package dev.yardmaster.benchmarks.workload.tpce.rows.reference;
