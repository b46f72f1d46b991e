package dev.yardmaster.processor.caller;

import dev.yardmaster.processor.coordinator.CallerReads;
import dev.yardmaster.service.Closing;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * The objects that a pipeline's callers use on their own threads; all sessions share them.
 *
 * @param reads reads keys without a processor
 * @param turns gives a caller the turn in which the caller runs the agents
 * @param pause the wait strategy of a caller while other threads run the agents
 * @param serviceTerminated returns whether all agents have ended, so that no reply will arrive
 */
public record CallerSide(
    CallerReads reads,
    CallerTurns turns,
    Closing.Wait pause,
    NanoClock clock,
    BooleanSupplier serviceTerminated) {}
