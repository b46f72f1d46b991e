package dev.yardmaster.proof.torture;

/**
 * The totals of a torture run so far.
 *
 * @param kills number of kills of the child
 * @param inStart number of kills before the child had finished its start
 * @param answered number of transactions whose outcomes the parent received before a kill
 * @param committed number of committed transactions, including commits that a later query found
 * @param unknown number of transactions that had no answer when the child was killed
 * @param asked number of unanswered transactions whose ids were queried later
 * @param askedCommitted number of queried transactions that had committed
 * @param repeated number of transactions that were submitted a second time; each must return its
 *     first outcome
 * @param backups number of complete backups
 * @param backupsCut number of backups that a kill interrupted
 * @param restores number of restored directories that were checked
 * @param restoresWithArchive number of these directories that were restored with the archive
 * @param longestStartMs the longest time, in ms, from the start of a process until it accepted
 *     requests
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
    int backups,
    int backupsCut,
    int restores,
    int restoresWithArchive,
    long longestStartMs) {}
