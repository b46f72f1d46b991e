/**
 * The rows of the customers' tables, with a class for each table's columns. Identifiers count from
 * 0.
 */
package dev.yardmaster.benchmarks.workload.tpce.rows.customer;
