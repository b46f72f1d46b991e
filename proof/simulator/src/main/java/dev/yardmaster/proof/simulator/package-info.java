/**
 * Runs the agents of a pipeline on one thread under a virtual clock. A seed determines the run.
 *
 * <p>{@link dev.yardmaster.proof.simulator.Simulation} runs a scenario of {@code
 * dev.yardmaster.proof.simulator.scenario}; {@code dev.yardmaster.proof.simulator.schedule} decides
 * which task of the run is next. An {@code Incarnation} is one life of the service, from a start to
 * an end. It holds the pipeline, the agents and the clients; a crash ends all three. A durable
 * scenario has several lives, and a {@code CrashPlan} ends each of them except the last. {@link
 * dev.yardmaster.proof.simulator.ThreadedRun} runs the same scenario on the pipeline's own threads.
 *
 * <p>{@link dev.yardmaster.proof.simulator.WireSimulation} runs a scenario with the SDK's clients
 * on the network of {@code dev.yardmaster.proof.simulator.network}. A {@code WireServer} holds the
 * server's connections during one life. A {@code WireClient} remains open during all lives. Event
 * loops and the network are tasks of the schedule, like the agents.
 *
 * <p>{@link dev.yardmaster.proof.simulator.ReplicatedSimulation} runs a scenario on a cluster. A
 * {@code ClusterMember} is a member from a start to a crash, with the replica of production. The
 * {@code SimulatedLog} is the log that the members share, and the simulation chooses its leaders. A
 * {@code MemberTerm} is the pipeline of a member in one term; it has an {@code Incarnation} with
 * separate clients.
 *
 * <p>The operations are in {@code dev.yardmaster.proof.simulator.workload}, and the simulated disk
 * is in {@code dev.yardmaster.proof.simulator.disk}. After every run, the checker checks the
 * history. The run also checks the workload's invariant, and that every transaction has an outcome.
 *
 * <p>The simulated code is the code of production. {@code SimulatedParts} replaces only the clock,
 * the queues and the code by which threads wait.
 */
package dev.yardmaster.proof.simulator;
