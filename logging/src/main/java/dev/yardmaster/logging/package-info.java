/**
 * Loggers that lose no warning. A program without an SLF4J provider gets warnings and errors on its
 * error output. The package owns no thread; any thread may use a logger.
 */
@NullMarked
package dev.yardmaster.logging;

import org.jspecify.annotations.NullMarked;
