/**
 * The services on which the prompt can run transactions: a pipeline or an engine in this process,
 * or a server.
 */
package dev.yardmaster.play.service;
