/**
 * A bare echo over Netty: the client sends frames of one length, and the server answers with frames
 * of another length. The rate of the echo is the upper limit of the rate of any service over the
 * network. Server and client have one event loop each.
 */
package dev.yardmaster.benchmarks.echo;
