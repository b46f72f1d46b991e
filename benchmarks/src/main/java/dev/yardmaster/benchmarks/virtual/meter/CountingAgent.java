package dev.yardmaster.benchmarks.virtual.meter;

import org.agrona.concurrent.Agent;

/**
 * An agent of a model that counts its own operations. The core counts only {@link
 * PipelineOperation#IDLE_CYCLE}, for duty cycles without work.
 */
public interface CountingAgent extends Agent {}
