/**
 * The plan of a cluster: how many machines of each kind a load needs, the latency to expect, and
 * the part that is full first. {@link dev.yardmaster.benchmarks.plan.ClusterPlanner} runs the load
 * on virtual cores and adds agents until none of them is too busy.
 */
package dev.yardmaster.benchmarks.plan;
