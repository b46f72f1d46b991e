/**
 * The experiments of Tang and Elmore, "Toward Coordination-free and Reconfigurable Mixed
 * Concurrency Control" (USENIX ATC 2018), on the in-process engine.
 */
package dev.yardmaster.benchmarks.experiment.cormcc;
