/**
 * Runs the very agents of a pipeline on one thread under a virtual clock, from a seed.
 *
 * <p>A {@link dev.yardmaster.proof.simulator.Scenario} is all that a run is determined by: the
 * pipeline's settings, how messages are delayed, who is paused, what the clients do. {@link
 * dev.yardmaster.proof.simulator.Simulation} plays it: the {@code Scheduler} decides who goes on
 * next, between messages as well as between duty cycles, and owns the time; a {@code SimulatedLink}
 * stands for each queue between processors, storage, validator and log. An {@code Incarnation} is
 * one life of the service: pipeline, agents and clients, which a crash ends all at once; a durable
 * scenario has several, each ended by a {@link dev.yardmaster.proof.simulator.CrashPlan}. {@link
 * dev.yardmaster.proof.simulator.ThreadedRun} plays the same scenario on the pipeline's own
 * threads.
 *
 * <p>{@link dev.yardmaster.proof.simulator.WireSimulation} plays a scenario with the SDK's clients
 * at the other end of the network of {@code dev.yardmaster.proof.simulator.network}: a {@code
 * WireServer} has the server's connections of one incarnation, a {@code WireClient} outlives them
 * all, and loops and network are tasks of the schedule like the agents.
 *
 * <p>What is played is in {@code dev.yardmaster.proof.simulator.workload}, what it may be kept on
 * in {@code dev.yardmaster.proof.simulator.disk}. Every run ends with the checker of its history,
 * the workload's invariant, and the demand that every transaction has an outcome.
 *
 * <p>The code that is simulated is the code of production: {@code SimulatedParts} hands it another
 * clock, other queues and another way to wait, and nothing else.
 */
package dev.yardmaster.proof.simulator;
