/**
 * Transactions: the operations that a transaction's logic uses on records, and the {@link
 * dev.yardmaster.engine.transaction.Worker} that runs each transaction through the phases of the
 * protocol.
 */
@NullMarked
package dev.yardmaster.engine.transaction;

import org.jspecify.annotations.NullMarked;
