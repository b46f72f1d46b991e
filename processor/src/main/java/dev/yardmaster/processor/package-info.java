/**
 * The embedded pipeline: what its users configure, start and look at, and how it is assembled.
 *
 * <p>{@link dev.yardmaster.processor.Pipeline} is the service, with the front that all services
 * have: {@link dev.yardmaster.service.ServiceFront}. {@code PipelineBackEnd} hands what callers
 * submit to the {@code coordinator}s, and owns the threads. {@code PipelineAgents} builds the
 * agents of all stages and the queues between them; {@link dev.yardmaster.processor.ThreadLayout}
 * says which share a thread. The agents do not know who runs them. The hot path is in {@code
 * coordinator}.
 *
 * <p>{@code conflicts} remembers on what transactions conflicted lately; {@link
 * dev.yardmaster.processor.Pipeline#conflicts} adds it up. {@code tuning} sets the pipeline by what
 * it measures, and {@code queues} has the queues that are not JCTools' own.
 */
package dev.yardmaster.processor;
