/**
 * What a caller sees, and no implementation: {@link dev.yardmaster.api.TransactionService} runs
 * serializable transactions over keys and values.
 *
 * <p>Logic comes in three forms. A {@link dev.yardmaster.api.TransactionLogic} is a lambda that
 * asks for keys as it goes and holds its caller's thread. A {@link dev.yardmaster.api.Procedure}
 * declares its keys, so that one thread carries hundreds of them at once. A {@link
 * dev.yardmaster.api.OneShot} states reads, conditions and writes as data. Each is run again from
 * its start when a conflict aborts it; nothing it wrote is seen until it commits.
 *
 * <p>Every transaction ends as an {@link dev.yardmaster.api.Outcome}: committed, aborted with its
 * {@link dev.yardmaster.api.AbortCause} and {@link dev.yardmaster.api.ConflictReport}, or rejected
 * with an {@link dev.yardmaster.api.ErrorCode}.
 *
 * <p>With a {@link dev.yardmaster.api.TransactionId} a transaction takes place once at most,
 * however often it is submitted, and can be asked for its outcome.
 *
 * <p>No thread is owned here. Keys, outcomes and reports are immutable and may be shared.
 */
package dev.yardmaster.api;
