/**
 * The schedule of a run. The {@link dev.yardmaster.proof.simulator.schedule.Scheduler} is the
 * clock, and decides which {@link dev.yardmaster.proof.simulator.schedule.Task} runs next, between
 * duty cycles and between messages. A {@code SimulatedLink} replaces each queue between processors,
 * storage, validator and log. Only the thread that has the turn accesses their state.
 */
package dev.yardmaster.proof.simulator.schedule;
