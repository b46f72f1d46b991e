/**
 * Records and reads the history of a run: all of its committed transactions. The package contains
 * the recorder, the file format and the reader.
 *
 * <p>{@link dev.yardmaster.history.HistoryRecorder} is the hot path. Each recorder belongs to one
 * thread and writes into its own buffer. The threads share the {@link
 * dev.yardmaster.history.HistoryLog}, and lock it once for each full block. {@link
 * dev.yardmaster.history.HistoryReader} streams a history, on its caller's thread, to a {@link
 * dev.yardmaster.history.HistoryVisitor}.
 */
@NullMarked
package dev.yardmaster.history;

import org.jspecify.annotations.NullMarked;
