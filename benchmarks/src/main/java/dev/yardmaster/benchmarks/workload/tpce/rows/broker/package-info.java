/** The rows of the brokers' tables, with a class for each table's columns. Amounts are in cents. */
package dev.yardmaster.benchmarks.workload.tpce.rows.broker;
