/**
 * Sessions, in which a user runs one interactive transaction after another, step by step. A session
 * has its own thread while a transaction is open, because a service runs a transaction's logic on
 * the caller's thread. All other methods are for the thread of the prompt.
 */
package dev.yardmaster.play.session;
