/**
 * Loggers that never lose a warning. If a program has no SLF4J provider, warnings and errors are
 * printed to the error output. The package owns no thread; any thread may use a logger.
 */
@NullMarked
package dev.yardmaster.logging;

import org.jspecify.annotations.NullMarked;
