/**
 * The prompt: reads lines from a terminal, a pipe or a file, runs their commands in sessions side
 * by side, and shows replies, conflicts and batches. One thread runs the prompt.
 */
package dev.yardmaster.play.prompt;
