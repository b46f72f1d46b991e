package dev.yardmaster.processor.coordinator;

import dev.yardmaster.service.Closing;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * What all sessions of a pipeline share on their callers' threads.
 *
 * @param reads the reads that need no processor
 * @param pause the way in which a caller waits for a reply
 * @param wakeUp ends a thread's wait for a reply
 * @param serviceTerminated returns whether no agent will reply any more
 */
public record CallerSide(
    CallerReads reads,
    NanoClock clock,
    Closing.Wait pause,
    Consumer<Thread> wakeUp,
    BooleanSupplier serviceTerminated) {}
