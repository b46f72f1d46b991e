/**
 * A PostgreSQL server to measure: one that is started here from a Maven artifact of its binaries
 * and ends with what started it, or one that runs already. Used by the coordinator's thread;
 * connections are their users'.
 */
package dev.yardmaster.benchmarks.postgres;
