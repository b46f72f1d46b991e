/**
 * Classes for unit tests of code that uses the client. The package has a service without a server,
 * into which a test can inject faults. The package also has a clock that does not move until the
 * test advances it.
 */
package dev.yardmaster.client.testing;
