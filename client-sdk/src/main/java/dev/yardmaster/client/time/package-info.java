/**
 * The clock of a client, {@link dev.yardmaster.client.time.ClientTime}, which tests can replace,
 * and the delays before a client's retries.
 */
package dev.yardmaster.client.time;
