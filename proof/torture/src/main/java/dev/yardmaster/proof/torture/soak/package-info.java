/**
 * Loads a durable server for a long time, disturbs it, and checks its answers and its use of
 * memory, descriptors and threads.
 *
 * <p>{@link dev.yardmaster.proof.torture.soak.Soak} is the parent process, and {@link
 * dev.yardmaster.proof.torture.soak.SoakedServer} runs in the child. The parent's {@code SoakLoad}
 * runs transactions through the client SDK. {@code Disturbances} resets and stalls connections
 * through a {@code DisturbedTransport}, makes the child's {@code FillableDisk} full, and changes
 * its {@code SteppedClock}. A {@link dev.yardmaster.proof.torture.BankHistory} runs an answered
 * transaction on a model as soon as no outstanding transaction can precede it in commit order. It
 * does not keep the transaction after that, so the parent's memory is bounded. {@link
 * dev.yardmaster.proof.torture.soak.Figures} are measurements of the child.
 */
package dev.yardmaster.proof.torture.soak;
