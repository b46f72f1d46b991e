/** What a run did, transaction by transaction: recording, the file format, the reader. */
package dev.yardmaster.history;
