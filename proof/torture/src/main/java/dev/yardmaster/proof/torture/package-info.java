/**
 * Kills a durable service repeatedly under load, and checks the data that the service has kept.
 *
 * <p>{@link dev.yardmaster.proof.torture.Torture} is the parent process. The parent starts a {@code
 * KilledChild}, sends {@code BankRequest}s, keeps every answer, kills the process with SIGKILL at a
 * random time, and starts it again. Then the parent queries unanswered transactions by their id,
 * and submits some answered transactions once more. A {@code BankModel} runs all committed
 * transactions in the order of commit versions. Every receipt must match the model. Whenever no
 * transaction is outstanding, every account must match the model, too. {@link
 * dev.yardmaster.proof.torture.TorturedService} runs in the child process.
 *
 * <p>{@code Backups} begins backups in the child, and restores them with the archive up to a
 * version. A {@code RestoredBank} compares the restored directory with the state of the model at
 * this version, which the {@code BankHistory} computes.
 *
 * <p>Parent and child exchange lines of text; {@code Line} describes them.
 */
package dev.yardmaster.proof.torture;
