/**
 * The history of a run, transaction by transaction: recording, file format, reader.
 *
 * <p>{@link dev.yardmaster.history.HistoryRecorder} is the hot path. Each recorder belongs to one
 * thread and writes into its own buffer; {@link dev.yardmaster.history.HistoryLog} is shared, and
 * locked once for each full block. {@link dev.yardmaster.history.HistoryReader} streams a history,
 * on its caller's thread, to a {@link dev.yardmaster.history.HistoryVisitor}.
 */
package dev.yardmaster.history;
