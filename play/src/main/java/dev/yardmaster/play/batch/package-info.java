/**
 * Batches of procedures: their form at the prompt, the run of a batch on the pipeline, and the
 * report of what the reorderer decided and what the pipeline did. The prompt's thread calls all
 * methods, except those of the procedure, which the pipeline's thread calls.
 */
package dev.yardmaster.play.batch;
