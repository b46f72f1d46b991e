/** Programs of this class path in processes of their own, which end with this one. */
package dev.yardmaster.benchmarks.process;
