/**
 * The plan of a cluster: the number of machines of each kind that a load needs, the expected
 * latency, and the part that will be full first. {@link
 * dev.yardmaster.benchmarks.plan.ClusterPlanner} runs the load on virtual cores and adds agents
 * until none of them is too busy.
 */
package dev.yardmaster.benchmarks.plan;
