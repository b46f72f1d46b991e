/**
 * Batches of procedures. The package parses a batch at the prompt, runs it on the pipeline, and
 * reports the reorderer's decisions and the outcomes. The prompt's thread calls all methods, except
 * those of the procedure, which the pipeline's thread calls.
 */
package dev.yardmaster.play.batch;
