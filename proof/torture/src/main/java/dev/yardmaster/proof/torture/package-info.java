/**
 * Kills a durable service again and again while it works, and checks the data that it has kept.
 *
 * <p>{@link dev.yardmaster.proof.torture.Torture} is the parent: it starts a {@code
 * TorturedProcess}, sends {@code BankRequest}s, keeps every answer, ends the process with SIGKILL
 * at a random moment, and starts it again. Then the parent queries unanswered transactions by their
 * id, and submits some answered ones once more. A {@code BankModel} runs all transactions that took
 * place in the order of commit versions; every receipt and, when nothing is outstanding, every
 * account must match the model. {@link dev.yardmaster.proof.torture.TorturedService} runs in the
 * child.
 *
 * <p>Parent and child exchange lines; {@code Line} describes them.
 */
package dev.yardmaster.proof.torture;
