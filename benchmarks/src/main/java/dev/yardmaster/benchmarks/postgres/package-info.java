/**
 * The PostgreSQL server that is measured. The server is a running server, or a server that is
 * started from PostgreSQL's binaries in a Maven artifact and that its owner stops. The
 * coordinator's thread uses these classes; each connection belongs to the thread that opened it.
 */
package dev.yardmaster.benchmarks.postgres;
