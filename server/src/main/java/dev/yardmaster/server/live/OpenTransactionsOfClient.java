package dev.yardmaster.server.live;

/**
 * A client with open interactive transactions.
 *
 * @param principal the client's name
 * @param open the number of its open transactions
 */
public record OpenTransactionsOfClient(String principal, int open) {}
