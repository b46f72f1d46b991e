package dev.yardmaster.service;

/**
 * A result in its encoded form, for storing and sending.
 *
 * @param logic the name of the procedure; empty for interactive logic
 * @param bytes the result in the codec's encoding; the array must not be changed
 */
@SuppressWarnings("ArrayRecordComponent") // The record is never compared.
public record EncodedResult(String logic, byte[] bytes) {}
