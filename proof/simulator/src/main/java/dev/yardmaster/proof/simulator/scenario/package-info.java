/**
 * The inputs of a run. {@link dev.yardmaster.proof.simulator.scenario.Scenarios} draws a {@link
 * dev.yardmaster.proof.simulator.scenario.Scenario} from a seed: the pipeline's settings, the
 * delays of messages, the pauses of tasks, and the operations of the clients. A scenario does not
 * change, so all threads of a run may read it.
 */
package dev.yardmaster.proof.simulator.scenario;
