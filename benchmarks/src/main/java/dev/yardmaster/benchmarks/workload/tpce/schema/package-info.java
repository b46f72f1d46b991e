/**
 * TPC-E's tables, their keys, and the numbers that the loader and the transactions share: which
 * accounts a customer has, which securities an account trades, and what a security costs.
 */
package dev.yardmaster.benchmarks.workload.tpce.schema;
