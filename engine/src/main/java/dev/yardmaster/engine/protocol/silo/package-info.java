/** Silo: optimistic concurrency control in which readers write no shared memory (SOSP 2013). */
package dev.yardmaster.engine.protocol.silo;
