/**
 * Runs the pipeline on virtual cores. One thread runs the pipeline's own agents in the order of
 * virtual time. Each operation takes its measured cost. The package shows effects that need more
 * cores than a machine may have, and equal runs give equal results.
 */
package dev.yardmaster.benchmarks.virtual;
