/**
 * Transaction coordinators: the agents that carry transactions from their callers through storage
 * and validator and back.
 *
 * <p>A {@code Processor} carries as many transactions at once as it has {@code TransactionSlot}s. A
 * slot's {@code Work} is either a {@code ProcedureCall}, which runs on the processor's thread when
 * its reads have come, or an {@code InteractiveWork}, whose logic runs elsewhere and takes turns
 * with the processor: a {@code PipelineSession} is a thread that waits for its turns. The hot path
 * is {@code Processor.doWork}: decisions, replies, operations of interactive transactions,
 * admission.
 *
 * <p>Who may enter the pipeline when: {@code Submissions} wait for admission, {@code
 * AdaptiveWindow} says how many run at once, {@code HotKeys} who waits for whom. A procedure whose
 * reads have gone stale is run again by the validator: {@code ProcedureRepair} does that, on the
 * thread of the final validation, and {@code RepairRecord} says which procedures may be. {@code
 * GroupCommit} is the agent that puts commits on disk before they are answered.
 *
 * <p>A transaction with an id has a {@link dev.yardmaster.api.outcome.KeptOutcome}: a key that it
 * reads before its logic runs and writes with its commit. A query of an id's status is such a
 * transaction whose logic is to make the id aborted.
 *
 * <p>Callers' code runs on the service's threads in four places only: a procedure's methods, its
 * results' codec, what is chained to an outcome, and exceptions' messages. None of them may stop an
 * agent.
 */
package dev.yardmaster.processor.coordinator;
