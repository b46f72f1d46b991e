package dev.yardmaster.service;

/**
 * How large one transaction may be.
 *
 * @param maxKeys most keys that it reads, and as many that it writes
 * @param maxValueBytes most bytes of one value, and of a result that is kept or travels
 * @param maxBytes most bytes of all values together that it writes
 * @param maxRounds most rounds in which a procedure declares keys
 */
public record TransactionLimits(int maxKeys, int maxValueBytes, int maxBytes, int maxRounds) {}
