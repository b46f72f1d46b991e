package dev.yardmaster.processor.coordinator;

import dev.yardmaster.service.Closing;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * The objects that all sessions of a pipeline share on their callers' threads.
 *
 * @param reads the reads that a caller makes without a processor
 * @param turns the turns in which a caller runs the agents
 * @param pause the way in which a caller waits while other threads run the agents
 * @param serviceTerminated returns whether all agents have ended, so that no reply will arrive
 */
public record CallerSide(
    CallerReads reads,
    CallerTurns turns,
    Closing.Wait pause,
    NanoClock clock,
    BooleanSupplier serviceTerminated) {}
