/**
 * What a run did, transaction by transaction: recording, the file format, the reader.
 *
 * <p>{@link dev.yardmaster.history.HistoryRecorder} is the hot path. Each recorder belongs to one
 * thread and writes into a buffer of its own; {@link dev.yardmaster.history.HistoryLog} is shared,
 * and locked once for each full block. {@link dev.yardmaster.history.HistoryReader} streams a
 * history, on its caller's thread, to a {@link dev.yardmaster.history.HistoryVisitor}.
 */
package dev.yardmaster.history;
