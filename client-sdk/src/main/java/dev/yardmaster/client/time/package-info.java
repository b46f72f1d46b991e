/**
 * The time that a client lives in: {@link dev.yardmaster.client.time.ClientTime}, which tests can
 * hold still, and how long a client waits before it tries again.
 */
package dev.yardmaster.client.time;
