/**
 * Transaction coordinators: the agents that carry transactions from their callers through storage
 * and validator and back.
 *
 * <p>A {@code Processor} carries as many transactions at once as it has {@code TransactionSlot}s. A
 * slot's {@code Work} is either a {@code ProcedureCall}, which runs on the processor's thread when
 * its reads have arrived, or an {@code InteractiveWork}, whose logic runs elsewhere and alternates
 * with the processor. A {@code PipelineSession} is the side of a caller's thread that waits for
 * each reply. The hot path is {@code Processor.doWork}: decisions, replies, operations of
 * interactive transactions, admission.
 *
 * <p>Three classes decide which transaction enters the pipeline when: {@code Submissions} wait for
 * admission, {@code AdaptiveWindow} says how many run at once, and {@code HotKeys} makes
 * transactions queue for hot keys. The validator repairs a procedure whose reads have gone stale:
 * {@code ProcedureRepair} runs it again on the thread of the final validation, and {@code
 * RepairRecord} says which procedures may be repaired. {@code GroupCommit} is the agent that puts
 * commits on disk before they are answered.
 *
 * <p>A transaction with an id has a {@link dev.yardmaster.api.outcome.KeptOutcome}: a key that the
 * transaction reads before its logic runs and writes with its commit. A query of an id's status is
 * such a transaction, whose logic makes the id aborted.
 *
 * <p>Callers' code runs on the service's threads in four places only: a procedure's methods, its
 * result's codec, callbacks chained to an outcome, and exceptions' messages. None of them may stop
 * an agent.
 */
package dev.yardmaster.processor.coordinator;
