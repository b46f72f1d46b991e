/**
 * The PostgreSQL server on which sides are measured. The server either runs already, or is started
 * from PostgreSQL's binaries in a Maven artifact and stopped by its owner. The coordinator's thread
 * uses these classes; each connection belongs to the thread that opened it.
 */
package dev.yardmaster.benchmarks.postgres;
