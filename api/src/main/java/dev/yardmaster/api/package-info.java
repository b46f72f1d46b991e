/**
 * The interface for callers, without an implementation: {@link
 * dev.yardmaster.api.TransactionService} runs serializable transactions over keys and values.
 *
 * <p>Logic has three forms. A {@link dev.yardmaster.api.TransactionLogic} is a lambda that asks for
 * keys on demand and occupies its caller's thread. A {@link dev.yardmaster.api.Procedure} declares
 * its keys, so that one thread carries hundreds of them at once. A {@link
 * dev.yardmaster.api.OneShot} states reads, conditions and writes as data. Each runs again from its
 * start when a conflict aborts it; its writes are invisible to others until it commits.
 *
 * <p>Every transaction ends as an {@link dev.yardmaster.api.Outcome}: committed, aborted with its
 * {@link dev.yardmaster.api.AbortCause} and {@link dev.yardmaster.api.ConflictReport}, or rejected
 * with an {@link dev.yardmaster.api.ErrorCode}.
 *
 * <p>With a {@link dev.yardmaster.api.TransactionId} a transaction commits at most once, however
 * often it is submitted, and its outcome can be queried.
 *
 * <p>The package owns no thread. Keys, outcomes and reports are immutable and may be shared.
 */
package dev.yardmaster.api;
