/**
 * Transaction coordinators, and the embedded pipeline that they are assembled into.
 *
 * <p>{@link dev.yardmaster.processor.Pipeline} is the service, with the front that all services
 * have: {@link dev.yardmaster.service.ServiceFront}. {@code PipelineBackEnd} hands what callers
 * submit to {@code Processor}s, and owns the threads. {@code PipelineAgents} builds the agents of
 * all stages and the queues between them; {@link dev.yardmaster.processor.ThreadLayout} says which
 * share a thread. The agents do not know who runs them.
 *
 * <p>A {@code Processor} carries as many transactions at once as it has {@code TransactionSlot}s. A
 * slot's {@code Work} is either a {@code ProcedureCall}, which runs on the processor's thread when
 * its reads have come, or a {@code Session}, whose logic runs on its caller's thread and takes
 * turns with the processor. The hot path is {@code Processor.doWork}: decisions, replies, sessions'
 * operations, admission.
 *
 * <p>Who may enter the pipeline when: {@code Submissions} wait for admission, {@code
 * AdaptiveWindow} says how many run at once, {@code HotKeys} who waits for whom. A procedure whose
 * reads have gone stale is run again by the validator: {@code ProcedureRepair} does that, on the
 * thread of the final validation, and {@code RepairRecord} says which procedures may be.
 *
 * <p>{@code ConflictSketch} remembers on what a processor's transactions conflicted lately, {@code
 * RecentTransactions} whose procedure the other side was; {@link
 * dev.yardmaster.processor.Pipeline#conflicts} adds them up.
 *
 * <p>A transaction with an id has a {@link dev.yardmaster.api.outcome.KeptOutcome}: a key that it
 * reads before its logic runs and writes with its commit. A query of an id's status is such a
 * transaction whose logic is to make the id aborted.
 *
 * <p>Callers' code runs on the service's threads in four places only: a procedure's methods, its
 * results' codec, what is chained to an outcome, and exceptions' messages. None of them may stop an
 * agent.
 */
package dev.yardmaster.processor;
