/**
 * A bare echo over Netty: the client sends frames of one length, and the server answers with frames
 * of another length. The rate of the echo is the upper limit for services over the network. A
 * server has one event loop, and a client has one.
 */
package dev.yardmaster.benchmarks.echo;
