/**
 * The calls of procedures: they wait in a queue, and each worker's thread runs one after the other.
 * {@link dev.yardmaster.engine.service.calls.WaitingCalls} owns the queue, which callers' threads
 * fill; the queue alone decides when a call runs and on which worker. {@link
 * dev.yardmaster.engine.service.calls.WorkerLoop}, where a reader starts, is the loop of a worker's
 * thread; only this thread uses the loop's {@code ProcedureRun} and, between two calls, {@link
 * dev.yardmaster.engine.service.calls.OutcomeExpiry}.
 */
@NullMarked
package dev.yardmaster.engine.service.calls;

import org.jspecify.annotations.NullMarked;
