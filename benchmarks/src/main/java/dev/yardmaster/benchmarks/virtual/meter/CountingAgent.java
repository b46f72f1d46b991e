package dev.yardmaster.benchmarks.virtual.meter;

import org.agrona.concurrent.Agent;

/**
 * An agent of a model, which counts all its operations itself. Only for a duty cycle without work
 * the core counts {@link PipelineOperation#IDLE_CYCLE}.
 */
public interface CountingAgent extends Agent {}
