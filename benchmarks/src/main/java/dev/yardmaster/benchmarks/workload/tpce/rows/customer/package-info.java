/** The rows of the customers' tables: one class for a table's columns. Identifiers count from 0. */
package dev.yardmaster.benchmarks.workload.tpce.rows.customer;
