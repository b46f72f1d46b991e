/**
 * Runs a service at full load for minutes. Every second, the package samples the resources that
 * must not grow: an embedded pipeline's directory and heap, or a server's resident memory. A run is
 * a side with one long round and {@link dev.yardmaster.benchmarks.soak.SoakSamples}. The
 * coordinating thread polls and samples.
 */
package dev.yardmaster.benchmarks.soak;
