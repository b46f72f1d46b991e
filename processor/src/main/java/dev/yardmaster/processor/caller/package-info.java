/**
 * The part of a pipeline that runs on its callers' threads.
 *
 * <p>A {@code PipelineSession} runs the logic of an interactive transaction on its caller's thread;
 * a {@code PipelineOpenTransaction} forwards the operations of a remote client. An object of either
 * class serves one transaction, and exchanges operations and replies with a processor through an
 * {@code InteractiveWork}.
 *
 * <p>A caller that waits for its transaction may run the pipeline's agents ({@link
 * dev.yardmaster.processor.caller.CallerTurns}). {@code CombiningAgent} owns the turn, and {@code
 * CallerCrowd} puts some callers to sleep if many callers want the turn.
 */
package dev.yardmaster.processor.caller;
