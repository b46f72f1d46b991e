/**
 * A bare echo over Netty: frames of one length to the server, frames of another length back. It is
 * the upper limit for services over the wire. A server has one event loop, and a client has one.
 */
package dev.yardmaster.benchmarks.echo;
