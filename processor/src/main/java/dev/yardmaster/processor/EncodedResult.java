package dev.yardmaster.processor;

/**
 * A result in its kept or transmitted form.
 *
 * @param logic the procedure's name; empty for interactive logic
 * @param bytes the codec's encoding; must not be changed
 */
@SuppressWarnings("ArrayRecordComponent") // The record is never compared.
public record EncodedResult(String logic, byte[] bytes) {}
