/**
 * The interface for callers, without an implementation. A {@link
 * dev.yardmaster.api.TransactionService} runs serializable transactions over keys and values.
 *
 * <p>A transaction's logic has one of three forms. A {@link dev.yardmaster.api.TransactionLogic} is
 * a lambda that requests keys on demand and occupies its caller's thread. A {@link
 * dev.yardmaster.api.Procedure} declares its keys, so that one thread can run hundreds of
 * procedures concurrently. A {@link dev.yardmaster.api.OneShot} states reads, conditions and writes
 * as data. If a conflict aborts a run, the logic runs again from its start. The writes of a
 * transaction are invisible to other transactions until the commit.
 *
 * <p>Every transaction ends with an {@link dev.yardmaster.api.Outcome}. The transaction is
 * committed, aborted with an {@link dev.yardmaster.api.AbortCause} and a {@link
 * dev.yardmaster.api.ConflictReport}, or rejected with an {@link dev.yardmaster.api.ErrorCode}; or
 * its outcome is unknown.
 *
 * <p>A {@link dev.yardmaster.api.Snapshot} is a view of the committed data at one moment. It is for
 * reports and exports that need more keys or more time than a transaction may use. A snapshot is
 * never aborted because of a conflict, and it aborts no transaction.
 *
 * <p>A transaction with a {@link dev.yardmaster.api.TransactionId} commits at most once, even if it
 * is submitted several times, and its outcome can be queried.
 *
 * <p>The package owns no thread. Keys, outcomes and reports are immutable and may be shared.
 */
@NullMarked
package dev.yardmaster.api;

import org.jspecify.annotations.NullMarked;
