/**
 * Classes for unit tests of code that uses the client. The package has a service without a server,
 * into which a test can inject faults. It also has a clock that does not move until the test
 * advances the clock.
 */
package dev.yardmaster.client.testing;
