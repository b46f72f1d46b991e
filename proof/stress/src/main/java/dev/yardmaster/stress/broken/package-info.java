/** Deliberate bugs, which prove that a run of the stress tests can fail. */
package dev.yardmaster.stress.broken;
