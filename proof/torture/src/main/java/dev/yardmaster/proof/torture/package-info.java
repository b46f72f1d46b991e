/**
 * Kills a durable service repeatedly while it works, and checks the data that it has kept.
 *
 * <p>{@link dev.yardmaster.proof.torture.Torture} is the parent process. The parent starts a {@code
 * ChildProcess}, sends {@code BankRequest}s, keeps every answer, ends the process with SIGKILL at a
 * random time, and starts it again. Then the parent queries unanswered transactions by their id,
 * and submits some answered transactions once more. A {@code BankModel} runs all committed
 * transactions in the order of commit versions. Every receipt must match the model, and so must
 * every account when no transaction is outstanding. {@link
 * dev.yardmaster.proof.torture.TorturedService} runs in the child process.
 *
 * <p>{@code Backups} begins backups in the child, restores them with the archive to a version, and
 * has a {@code RestoredBank} compare the new directory with the model's state at this version,
 * which the {@code BankHistory} keeps.
 *
 * <p>Parent and child exchange lines; {@code Line} describes them.
 */
package dev.yardmaster.proof.torture;
