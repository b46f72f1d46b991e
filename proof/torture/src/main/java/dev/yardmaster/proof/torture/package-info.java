/**
 * Kills a durable service again and again while it works, and looks at what it kept.
 *
 * <p>{@link dev.yardmaster.proof.torture.Torture} is the parent: it starts a {@code
 * TorturedProcess}, sends it {@code BankRequest}s and keeps every answer, ends it with SIGKILL at a
 * moment that chance chooses, and starts it again. What had no answer then it asks for by its id,
 * and what had one it now and then submits once more. A {@code BankModel} runs all that took place
 * in the order of commit versions; every receipt and, when nothing is outstanding, every account
 * must be what the model says. {@link dev.yardmaster.proof.torture.TorturedService} is what runs in
 * the child.
 *
 * <p>Parent and child talk in lines; {@code Line} describes them.
 */
package dev.yardmaster.proof.torture;
