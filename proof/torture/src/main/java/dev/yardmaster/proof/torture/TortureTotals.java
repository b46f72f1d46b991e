package dev.yardmaster.proof.torture;

/**
 * The totals so far.
 *
 * @param kills kills of the child
 * @param inStart kills before the child had started
 * @param answered transactions whose outcome was reported before a kill
 * @param committed transactions that took place, reported or found out later
 * @param unknown transactions without an answer when the child was killed
 * @param asked unknown transactions that were queried by their id
 * @param askedCommitted queried transactions that had taken place
 * @param repeated transactions that were submitted again and had to give their first outcome
 * @param longestStartMs longest start, from the beginning of the process until it accepted requests
 */
public record TortureTotals(
    int kills,
    int inStart,
    long answered,
    long committed,
    long unknown,
    long asked,
    long askedCommitted,
    long repeated,
    long longestStartMs) {}
