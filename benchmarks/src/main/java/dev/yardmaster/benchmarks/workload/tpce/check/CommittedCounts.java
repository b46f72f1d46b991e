package dev.yardmaster.benchmarks.workload.tpce.check;

/**
 * What the transactions of a client have done.
 *
 * @param client index of the client
 * @param begun number of transactions that have begun
 * @param orders number of orders that have begun, each with its own number of a trade
 * @param marketOrders number of committed orders that were submitted at once
 * @param limitOrders number of committed orders that waited for their price
 * @param triggered number of limit orders that committed feeds have submitted
 * @param results number of committed results
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
