/** Runs the very agents of a pipeline on one thread under a virtual clock, from a seed. */
package dev.yardmaster.simulator;
