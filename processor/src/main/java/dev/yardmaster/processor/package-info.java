/**
 * The embedded pipeline: what its users configure, start and watch, and how it is assembled.
 *
 * <p>{@link dev.yardmaster.processor.Pipeline} is the service, with the front that all services
 * share: {@link dev.yardmaster.service.ServiceFront}. {@code PipelineBackEnd} hands callers'
 * transactions to the {@code coordinator}s, and owns the threads. {@code PipelineAgents} builds the
 * agents of all stages and the queues between them; {@link dev.yardmaster.processor.ThreadLayout}
 * says which agents share a thread. The agents do not know which thread runs them. The hot path is
 * in {@code coordinator}.
 *
 * <p>{@code conflicts} remembers where transactions conflicted recently; {@link
 * dev.yardmaster.processor.Pipeline#conflicts} adds the processors' counts up. {@code tuning} sets
 * the pipeline by measurement, and {@code queues} has the queues that JCTools does not provide.
 */
package dev.yardmaster.processor;
