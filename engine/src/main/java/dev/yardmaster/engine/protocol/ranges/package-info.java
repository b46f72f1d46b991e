/**
 * Range optimistic concurrency control (ICDE 2018), and the schemes that it is measured against.
 */
package dev.yardmaster.engine.protocol.ranges;
