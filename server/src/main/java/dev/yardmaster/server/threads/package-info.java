/**
 * The threads that run a server's connections and its pipeline. On a machine with few cores, {@code
 * SharedThread} runs everything on one thread, so that no message has to wake another thread.
 * Otherwise the event loops and the pipeline have separate threads.
 */
package dev.yardmaster.server.threads;
