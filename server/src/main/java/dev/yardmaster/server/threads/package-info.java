/**
 * Who runs a server's connections and its pipeline: on few cores {@code SharedThread}, one thread
 * for all, so that no message has to wake anybody up; otherwise event loops beside the pipeline's
 * own threads.
 */
package dev.yardmaster.server.threads;
