package dev.yardmaster.benchmarks.workload.tpce.check;

/**
 * The numbers of transactions that a client has begun and committed.
 *
 * @param client index of the client
 * @param begun number of all transactions that have begun
 * @param orders number of orders that have begun; each order has its own trade number
 * @param marketOrders number of committed orders that were submitted immediately
 * @param limitOrders number of committed orders that wait for their price
 * @param triggered number of limit orders that committed feeds have submitted
 * @param results number of committed trade-results
 * @param analytics number of committed analytic transactions
 */
public record CommittedCounts(
    int client,
    long begun,
    long orders,
    long marketOrders,
    long limitOrders,
    long triggered,
    long results,
    long analytics) {}
