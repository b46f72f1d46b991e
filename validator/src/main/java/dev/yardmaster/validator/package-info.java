/**
 * The pipelined parallel validator: decides which transactions commit, and in which order.
 *
 * <p>Requests pass through stages, each an agent of its own with a queue before it (batching paper,
 * section 4.3):
 *
 * <ol>
 *   <li>{@link dev.yardmaster.validator.BatchPreparer} collects requests into a {@link
 *       dev.yardmaster.validator.Batch} and closes it when it is full, when the next stage is idle,
 *       or when its oldest request has waited long enough.
 *   <li>{@link dev.yardmaster.validator.ReorderWorker} drops what already conflicts with committed
 *       writes, takes a feedback vertex set out of the conflict graph of the rest and orders what
 *       remains. What it drops is answered at once, unless it can be run again: then it goes behind
 *       what was ordered.
 *   <li>{@link dev.yardmaster.validator.BatchValidator} validates each again, in the final order,
 *       runs what is stale again on the newest values if it can be, and gives each that commits its
 *       version.
 * </ol>
 *
 * <p>Without batching, {@link dev.yardmaster.validator.DirectValidator} stands for all three.
 * Either way one thread owns {@link dev.yardmaster.validator.BackwardValidation}, the only place
 * where a transaction commits, and with it the {@link dev.yardmaster.validator.CommittedVersions}.
 * There too, keys are reserved for transactions that have restarted often, see {@link
 * dev.yardmaster.validator.Purpose}.
 *
 * <p>{@link dev.yardmaster.validator.Watermark} says up to which commit version everything is
 * installed. It bounds what the validator must remember: a read is sent with the highest version
 * through which it is known to be fresh, and a bucket of the table that had to forget newer
 * versions than that answers TRUNCATED.
 */
package dev.yardmaster.validator;
