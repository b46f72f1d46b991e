package dev.yardmaster.jdbc.lanes;

/**
 * What a schedule says of itself at one moment.
 *
 * @param queued transactions that have not started
 * @param running transactions that run
 * @param batches batches that were ordered
 * @param ordered transactions in these batches
 * @param heldOver how often one was held over
 */
public record LaneFigures(int queued, int running, long batches, long ordered, long heldOver) {}
