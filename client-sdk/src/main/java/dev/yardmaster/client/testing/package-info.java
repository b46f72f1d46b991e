/**
 * For unit tests of code that uses the client: a service without a server, with injected faults,
 * and a clock that stands still until the test advances it.
 */
package dev.yardmaster.client.testing;
