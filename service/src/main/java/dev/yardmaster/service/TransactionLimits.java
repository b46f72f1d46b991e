package dev.yardmaster.service;

/**
 * The size limits of one transaction.
 *
 * @param maxKeys most keys that it reads, and most keys that it writes
 * @param maxValueBytes most bytes of one value, and of a result that is kept or transmitted
 * @param maxBytes most bytes of all values that it writes, in total
 * @param maxRounds most rounds in which a procedure declares keys
 */
public record TransactionLimits(int maxKeys, int maxValueBytes, int maxBytes, int maxRounds) {}
