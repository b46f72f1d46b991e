package dev.yardmaster.server.live;

/**
 * A client that has interactive transactions open.
 *
 * @param principal the client's name
 * @param open the number of its open transactions
 */
public record OpenTransactionsOfClient(String principal, int open) {}
