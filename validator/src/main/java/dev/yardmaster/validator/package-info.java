/**
 * The pipelined parallel validator: decides which transactions commit, and in which order.
 *
 * <p>Requests pass through stages. Each stage is an agent with an input queue (batching paper,
 * section 4.3):
 *
 * <ol>
 *   <li>{@link dev.yardmaster.validator.BatchPreparer} collects requests into a {@link
 *       dev.yardmaster.validator.Batch} and closes the batch when it is full, when the next stage
 *       is idle, or when its oldest request has waited for the age limit.
 *   <li>{@link dev.yardmaster.validator.ReorderWorker} drops requests that already conflict with
 *       committed writes, removes a feedback vertex set from the conflict graph of the other
 *       requests, and orders the remaining requests. Removed requests are answered immediately,
 *       except repairable ones, which are appended after the ordered requests.
 *   <li>{@link dev.yardmaster.validator.BatchValidator} validates each request again, in the final
 *       order. If possible, a stale request is run again with the newest values. Each request that
 *       commits gets its commit version.
 * </ol>
 *
 * <p>Without batching, {@link dev.yardmaster.validator.DirectValidator} replaces all three stages.
 * In both cases one thread owns {@link dev.yardmaster.validator.BackwardValidation}, the only place
 * where a transaction commits. The same thread owns the {@link
 * dev.yardmaster.validator.CommittedVersions}, and reserves keys for transactions that have
 * restarted often (see {@link dev.yardmaster.validator.Purpose}).
 *
 * <p>{@link dev.yardmaster.validator.Watermark} is the commit version up to which all commits are
 * installed. The watermark limits the versions that the validator must keep. A read is sent with
 * the highest version up to which it is known to be fresh. If the table has discarded a newer
 * version from the key's bucket, the decision is TRUNCATED.
 */
package dev.yardmaster.validator;
