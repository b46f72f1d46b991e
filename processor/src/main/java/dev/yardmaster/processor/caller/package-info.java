/**
 * What a pipeline does on its callers' threads.
 *
 * <p>A {@code PipelineSession} runs the logic of an interactive transaction in its caller's thread;
 * a {@code PipelineOpenTransaction} passes on the operations of a remote client. Each belongs to
 * one transaction, and exchanges operations and replies with a processor by an {@code
 * InteractiveWork}.
 *
 * <p>A caller that waits for its transaction may take a turn in which it runs the pipeline's agents
 * ({@link dev.yardmaster.processor.caller.CallerTurns}). {@code CombiningAgent} owns the turn, and
 * {@code CallerCrowd} lets some callers sleep if many want it.
 */
package dev.yardmaster.processor.caller;
