/**
 * The recent conflicts between transactions, by key and by procedure, as pipeline and engine report
 * them. The package {@code sketch} counts them.
 */
package dev.yardmaster.service.conflicts;
