/** Starts programs of this class path in child processes, which end with this process. */
package dev.yardmaster.benchmarks.process;
