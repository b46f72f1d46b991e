/**
 * The recent conflicts between transactions, by key and by procedure, as the pipeline and the
 * engine report them. The package {@code sketch} counts these conflicts.
 */
package dev.yardmaster.service.conflicts;
