package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.Arrays;
import java.util.Locale;

/**
 * The stages at which the pipeline batches and reorders. The names are from section 5 of the
 * batching paper.
 */
public enum PipelineMode {
  /**
   * The pipeline neither batches nor reorders: it processes requests one by one, in the order of
   * arrival.
   */
  BASE(false, false, false),
  /**
   * The validator processes batches, but does not reorder them. Storage processes all requests that
   * have arrived, up to the batch size, as one batch.
   */
  BATCH(false, true, false),
  /** The pipeline reorders only at storage. */
  SR(true, false, false),
  /** The pipeline batches and reorders only at the validator. */
  VC(false, true, true),
  /** The pipeline batches and reorders at storage and at the validator. */
  SRVC(true, true, true);

  private final boolean storageReordering;
  private final boolean validatorBatching;
  private final boolean validatorReordering;

  PipelineMode(boolean storageReordering, boolean validatorBatching, boolean validatorReordering) {
    this.storageReordering = storageReordering;
    this.validatorBatching = validatorBatching;
    this.validatorReordering = validatorReordering;
  }

  /** Returns whether storage executes writes before reads that are already waiting. */
  public boolean storageReordering() {
    return storageReordering;
  }

  /** Returns whether the validator processes its requests in batches. */
  public boolean validatorBatching() {
    return validatorBatching;
  }

  /** Returns whether the validator reorders a batch. */
  public boolean validatorReordering() {
    return validatorReordering;
  }

  /** Returns the name for command lines and reports, in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the mode that has the given {@link #label}.
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
