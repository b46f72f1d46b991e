/**
 * The embedded pipeline: the classes by which an application configures, starts and monitors a
 * pipeline, and the classes that assemble the pipeline.
 *
 * <p>{@link dev.yardmaster.processor.Pipeline} is the service. All services have the superclass
 * {@link dev.yardmaster.service.ServiceFront}. {@code PipelineBackEnd} passes callers' transactions
 * to the {@code coordinator}s, and owns the threads. {@code PipelineAgents} opens the {@code
 * StoredData}, and builds the agents of all stages and the queues between them. {@code
 * StorageStage} contains the agents of storage, and {@code LogAgents} the agents that write the
 * log. {@link dev.yardmaster.processor.ThreadLayout} determines which agents share a thread, and
 * {@code CoreShares} determines the numbers of agents on a machine. An agent's code does not depend
 * on the thread that runs the agent. If all agents share one thread, callers that wait for their
 * transactions may run the agents in place of this thread (package {@code caller}). Without work,
 * the threads sleep, and a submission wakes them ({@code LongSleepIdleStrategy}). The hot path is
 * in package {@code coordinator}.
 *
 * <p>{@link dev.yardmaster.processor.Pipeline#conflicts} adds up the recent conflicts of all
 * processors, by key and by procedure. The package {@code tuning} adapts the pipeline's settings by
 * trials, and {@code queues} contains queues that JCTools does not provide.
 */
@NullMarked
package dev.yardmaster.processor;

import org.jspecify.annotations.NullMarked;
