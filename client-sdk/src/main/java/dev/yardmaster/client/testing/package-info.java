/**
 * Classes for unit tests of code that uses the client. They are a service without a server, into
 * which a test can inject faults, and a clock that stands still until the test advances it.
 */
package dev.yardmaster.client.testing;
