/**
 * The pipelined parallel validator: decides which transactions commit, and in which order.
 *
 * <p>Requests pass through stages. Each stage is an agent with a queue before it (batching paper,
 * section 4.3):
 *
 * <ol>
 *   <li>{@link dev.yardmaster.validator.BatchPreparer} collects requests into a {@link
 *       dev.yardmaster.validator.Batch} and closes the batch when it is full, when the next stage
 *       is idle, or when its oldest request has waited for the age limit.
 *   <li>{@link dev.yardmaster.validator.ReorderWorker} drops requests that already conflict with
 *       committed writes, removes a feedback vertex set from the conflict graph of the rest, and
 *       orders what remains. Removed requests are answered at once, unless they are repairable:
 *       those go behind the ordered requests.
 *   <li>{@link dev.yardmaster.validator.BatchValidator} validates each request again, in the final
 *       order. A stale request is run again on the newest values if possible, and each that commits
 *       gets its commit version.
 * </ol>
 *
 * <p>Without batching, {@link dev.yardmaster.validator.DirectValidator} replaces all three. In both
 * cases one thread owns {@link dev.yardmaster.validator.BackwardValidation}, the only place where a
 * transaction commits, and with it the {@link dev.yardmaster.validator.CommittedVersions}. The same
 * thread reserves keys for transactions that have restarted often, see {@link
 * dev.yardmaster.validator.Purpose}.
 *
 * <p>{@link dev.yardmaster.validator.Watermark} is the commit version up to which everything is
 * installed. The watermark bounds what the validator must remember: a read is sent with the highest
 * version through which it is known to be fresh, and a bucket of the table that has forgotten newer
 * versions than that answers TRUNCATED.
 */
package dev.yardmaster.validator;
