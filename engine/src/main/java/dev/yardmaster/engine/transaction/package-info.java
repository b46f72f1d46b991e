/**
 * Transactions: what logic can do to records, and the {@link
 * dev.yardmaster.engine.transaction.Worker} that takes each through the phases of its protocol.
 */
package dev.yardmaster.engine.transaction;
