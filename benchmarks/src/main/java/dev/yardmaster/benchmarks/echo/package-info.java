/**
 * A bare echo over Netty: frames of one length there, frames of another back, and nothing else. It
 * is the limit that services over the wire are set beside. A server has one event loop, and so has
 * a client; nothing else runs.
 */
package dev.yardmaster.benchmarks.echo;
