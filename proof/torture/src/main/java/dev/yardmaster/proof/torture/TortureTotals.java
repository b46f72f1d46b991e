package dev.yardmaster.proof.torture;

/**
 * What was done so far.
 *
 * @param kills how often the child was killed
 * @param inStart how many of these kills came before it had started
 * @param answered transactions whose outcome was told before a kill
 * @param committed transactions that took place, told or found out later
 * @param unknown transactions that had no answer when the child was killed
 * @param asked those of them that were asked for by their id
 * @param askedCommitted those of these that had taken place
 * @param repeated transactions that were submitted again and had to give their first outcome
 * @param longestStartMs longest that a start took, from the process's begin until it took requests
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
