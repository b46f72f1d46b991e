/** The rows of the brokers' tables: one class for a table's columns. Amounts are in cents. */
package dev.yardmaster.benchmarks.workload.tpce.rows.broker;
