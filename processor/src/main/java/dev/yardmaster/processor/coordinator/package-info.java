/**
 * Transaction coordinators: the agents that pass transactions from their callers through storage
 * and the validator, and return the outcomes to the callers.
 *
 * <p>Each {@code TransactionSlot} of a {@code Processor} holds one transaction in flight; {@code
 * Transitions} is the state machine of the slots. The {@code Work} of a slot is a {@code
 * ProcedureCall} or an {@code InteractiveWork}. A {@code ProcedureCall} runs on the processor's
 * thread when its reads have arrived. The logic of an {@code InteractiveWork} runs at the caller;
 * the caller and the processor work alternately. A caller in the same process reads keys on its own
 * thread ({@code CallerReads}). So for most transactions, the only message to the processor is the
 * commit. The hot path is {@code Processor.doWork}: decisions, replies, operations of interactive
 * transactions, admission.
 *
 * <p>Three classes decide when a transaction enters the pipeline. {@code Submissions} contains the
 * transactions that wait for admission, {@code AdaptiveWindow} limits the number of running
 * transactions, and {@code HotKeys} makes transactions wait for hot keys. The validator repairs a
 * procedure whose reads are stale: {@code ProcedureRepair} repeats the run on the thread of the
 * final validation, and {@code RepairRecord} decides which procedures may be repaired.
 *
 * <p>A transaction with an id has a {@link dev.yardmaster.api.outcome.KeptOutcome}. Its outcome has
 * a key of its own: the transaction reads the key before the logic runs, and writes the key with
 * the commit. A query of an id's status is also a transaction with an id; its logic marks the id as
 * aborted.
 *
 * <p>The threads that run agents execute code of callers in only four cases: the methods of a
 * procedure, the codec of its result, callbacks on an outcome, and the messages of exceptions. An
 * exception that this code throws cannot stop an agent.
 */
package dev.yardmaster.processor.coordinator;
