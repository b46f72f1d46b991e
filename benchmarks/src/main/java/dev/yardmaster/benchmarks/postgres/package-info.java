/**
 * A PostgreSQL server to measure: one that is started from a Maven artifact of PostgreSQL's
 * binaries and stopped by its owner, or a running one. For the coordinator's thread; connections
 * belong to their users.
 */
package dev.yardmaster.benchmarks.postgres;
