/** Silo: optimistic concurrency control without shared writes by readers (SOSP 2013). */
package dev.yardmaster.engine.protocol.silo;
