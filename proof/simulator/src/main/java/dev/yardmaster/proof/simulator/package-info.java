/**
 * Runs the agents of a pipeline on one thread under a virtual clock, from a seed.
 *
 * <p>A {@link dev.yardmaster.proof.simulator.Scenario} determines a run: the pipeline's settings,
 * the delays of messages, the pauses of tasks, the operations of the clients. {@link
 * dev.yardmaster.proof.simulator.Simulation} plays it: the {@code Scheduler} decides which task
 * runs next, between messages as well as between duty cycles, and owns the time; a {@code
 * SimulatedLink} replaces each queue between processors, storage, validator and log. An {@code
 * Incarnation} is one life of the service: pipeline, agents and clients, which a crash ends all at
 * once; a durable scenario has several, each ended by a {@link
 * dev.yardmaster.proof.simulator.CrashPlan}. {@link dev.yardmaster.proof.simulator.ThreadedRun}
 * plays the same scenario on the pipeline's own threads.
 *
 * <p>{@link dev.yardmaster.proof.simulator.WireSimulation} plays a scenario with the SDK's clients
 * at the other end of the network of {@code dev.yardmaster.proof.simulator.network}: a {@code
 * WireServer} holds the server's connections of one incarnation, a {@code WireClient} outlives all
 * incarnations, and loops and network are tasks of the schedule like the agents.
 *
 * <p>The operations are in {@code dev.yardmaster.proof.simulator.workload}, the simulated disk in
 * {@code dev.yardmaster.proof.simulator.disk}. Every run ends with the checker of its history, the
 * workload's invariant, and the check that every transaction has an outcome.
 *
 * <p>The simulated code is the code of production: {@code SimulatedParts} replaces the clock, the
 * queues and the way to wait, and nothing else.
 */
package dev.yardmaster.proof.simulator;
