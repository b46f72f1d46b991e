/**
 * The prompt. It reads lines from a terminal, a pipe or a file, runs their commands in concurrent
 * sessions, and shows replies, conflicts and batches. One thread runs the prompt.
 */
package dev.yardmaster.play.prompt;
