package dev.yardmaster.service;

/**
 * A result in the encoding in which it is stored or transmitted.
 *
 * @param logic the name of the procedure; empty for interactive logic
 * @param bytes the result in the codec's encoding; the array must not be changed
 */
@SuppressWarnings("ArrayRecordComponent") // The records are never compared.
public record EncodedResult(String logic, byte[] bytes) {}
