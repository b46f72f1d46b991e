/**
 * The calls of procedures. Calls wait in a queue, and each worker's thread runs one call after the
 * other. {@link dev.yardmaster.engine.service.calls.WaitingCalls} owns the queue. The callers'
 * threads add calls to the queue. Only the queue decides when a call runs and on which worker.
 * Start reading at {@link dev.yardmaster.engine.service.calls.WorkerLoop}, which is the loop of a
 * worker's thread. Only this thread uses the loop's {@code ProcedureRun} and, between two calls,
 * {@link dev.yardmaster.engine.service.calls.OutcomeExpiry}.
 */
@NullMarked
package dev.yardmaster.engine.service.calls;

import org.jspecify.annotations.NullMarked;
