package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Where the pipeline batches and reorders; the names are those of the batching paper, section 5.
 */
public enum PipelineMode {
  /** Neither batches nor reorders: requests are served one by one, in order of arrival. */
  BASE(false, false, false),
  /**
   * Batches at the validator, in order of arrival; storage always takes all requests that have
   * arrived.
   */
  BATCH(false, true, false),
  /** Reorders at storage only. */
  SR(true, false, false),
  /** Batches and reorders at the validator only. */
  VC(false, true, true),
  /** Batches and reorders at both. */
  SRVC(true, true, true);

  private final boolean storageReordering;
  private final boolean validatorBatching;
  private final boolean validatorReordering;

  PipelineMode(boolean storageReordering, boolean validatorBatching, boolean validatorReordering) {
    this.storageReordering = storageReordering;
    this.validatorBatching = validatorBatching;
    this.validatorReordering = validatorReordering;
  }

  /** Whether writes overtake waiting reads at storage. */
  public boolean storageReordering() {
    return storageReordering;
  }

  /** Whether the validator takes its requests in batches. */
  public boolean validatorBatching() {
    return validatorBatching;
  }

  /** Whether the validator reorders a batch. */
  public boolean validatorReordering() {
    return validatorReordering;
  }

  /** The name used on command lines and in reports: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the mode with a {@link #label}.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} for any other name
   */
  public static PipelineMode of(String label) {
    for (PipelineMode mode : values()) {
      if (mode.label().equals(label)) {
        return mode;
      }
    }
    throw new YardmasterException(
        ErrorCode.BAD_CONFIG,
        "a mode is one of " + Arrays.stream(values()).map(PipelineMode::label).toList(),
        "mode",
        label);
  }
}
