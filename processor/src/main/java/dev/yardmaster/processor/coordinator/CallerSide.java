package dev.yardmaster.processor.coordinator;

import dev.yardmaster.service.Closing;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * What all sessions of a pipeline share on their callers' threads.
 *
 * @param reads the reads that need no processor
 * @param turns the turns in which a caller runs the agents
 * @param pause the way in which a caller waits while others run the agents
 * @param serviceTerminated returns whether no agent will reply any more
 */
public record CallerSide(
    CallerReads reads,
    CallerTurns turns,
    Closing.Wait pause,
    NanoClock clock,
    BooleanSupplier serviceTerminated) {}
