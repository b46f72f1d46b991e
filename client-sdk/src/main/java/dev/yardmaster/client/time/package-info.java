/**
 * A client's clock, {@link dev.yardmaster.client.time.ClientTime}, which tests can replace, and the
 * delays before a client retries.
 */
package dev.yardmaster.client.time;
