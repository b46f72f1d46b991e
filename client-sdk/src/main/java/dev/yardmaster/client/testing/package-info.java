/**
 * Classes for unit tests of code that uses the client. {@code FakeTransactionService} is a service
 * without a server, into which a test can inject faults. {@code ManualTime} is a clock that moves
 * only when the test advances it.
 */
@NullMarked
package dev.yardmaster.client.testing;

import org.jspecify.annotations.NullMarked;
