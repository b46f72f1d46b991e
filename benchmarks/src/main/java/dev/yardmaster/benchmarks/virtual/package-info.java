/**
 * The pipeline on virtual cores. One thread runs the pipeline's own agents in the order of virtual
 * time, with measured costs. The package shows effects that a small number of shared cores cannot
 * show, and equal runs give equal figures.
 */
package dev.yardmaster.benchmarks.virtual;
