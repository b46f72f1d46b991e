/**
 * The pipeline on virtual cores: its own agents, run by one thread in the order of virtual time,
 * with measured costs. For effects that a few shared cores cannot show: equal runs give equal
 * figures.
 */
package dev.yardmaster.benchmarks.virtual;
