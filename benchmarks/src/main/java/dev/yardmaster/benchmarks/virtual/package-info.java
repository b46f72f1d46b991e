/**
 * The pipeline on virtual cores: its own agents, run by one thread in the order of virtual time,
 * with costs that were measured. For what cannot be seen on few cores that are shared: equal runs
 * give equal figures.
 */
package dev.yardmaster.benchmarks.virtual;
