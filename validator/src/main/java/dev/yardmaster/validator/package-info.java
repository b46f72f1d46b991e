/**
 * The pipelined parallel validator: decides which transactions commit, and in which order.
 *
 * <p>Requests pass through stages. Each stage is an agent with an input queue (batching paper,
 * section 4.3):
 *
 * <ol>
 *   <li>{@link dev.yardmaster.validator.BatchPreparer} collects requests into a {@link
 *       dev.yardmaster.validator.Batch} and closes the batch when it is full, when the next stage
 *       is idle, or when the age of its oldest request reaches the limit.
 *   <li>{@link dev.yardmaster.validator.ReorderWorker} drops requests that already conflict with
 *       committed writes. From the conflict graph of the rest, it removes a feedback vertex set,
 *       and it orders the remaining requests. Repairable requests are not removed but appended
 *       after the ordered requests. Removed requests are answered immediately.
 *   <li>{@link dev.yardmaster.validator.BatchValidator} validates each request again, in the final
 *       order. If possible, a stale request is run again with the newest values. Each request that
 *       commits gets its commit version.
 * </ol>
 *
 * <p>Without batching, {@link dev.yardmaster.validator.DirectValidator} replaces all three stages.
 * With and without batching, one thread owns {@link dev.yardmaster.validator.BackwardValidation},
 * the only place where a transaction commits. The same thread owns the {@link
 * dev.yardmaster.validator.CommittedVersions}, and reserves keys for transactions that have
 * restarted often (see {@link dev.yardmaster.validator.Purpose}).
 *
 * <p>{@link dev.yardmaster.validator.Watermark} is the commit version up to which all commits are
 * installed. The watermark limits the versions that the validator must keep. A request contains,
 * for each read, the highest version up to which the read value is known to be the newest. If the
 * table may have discarded a newer version of the key, the decision is TRUNCATED.
 */
package dev.yardmaster.validator;
