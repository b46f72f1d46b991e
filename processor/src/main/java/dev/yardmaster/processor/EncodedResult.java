package dev.yardmaster.processor;

/**
 * A result as it was kept or travels.
 *
 * @param logic the procedure's name; empty for interactive logic
 * @param bytes as its codec wrote them; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // It carries them, and is compared with nothing.
public record EncodedResult(String logic, byte[] bytes) {}
