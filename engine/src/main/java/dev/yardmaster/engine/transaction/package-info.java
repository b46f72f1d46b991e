/**
 * Transactions: the operations of logic on records, and the {@link
 * dev.yardmaster.engine.transaction.Worker} that takes each transaction through the phases of its
 * protocol.
 */
package dev.yardmaster.engine.transaction;
