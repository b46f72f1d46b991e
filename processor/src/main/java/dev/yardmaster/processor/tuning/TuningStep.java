package dev.yardmaster.processor.tuning;

import dev.yardmaster.reorder.Solver;

/** A change of one setting of the tuning. */
enum TuningStep {
  /** Switches the validator's reordering on or off. */
  VALIDATOR_REORDERING {
    @Override
    Tuning apply(Tuning now, Tuning allowed, int tries) {
      return allowed.validatorReordering()
          ? now.withValidatorReordering(!now.validatorReordering())
          : null;
    }
  },

  /**
   * Divides the batch size by 2. Every second attempt divides the batch size by 4 instead, because
   * all sizes near the current one may have the same throughput.
   */
  SMALLER_BATCHES {
    @Override
    Tuning apply(Tuning now, Tuning allowed, int tries) {
      int least = Math.min(MIN_BATCH, allowed.batchSize());
      return now.batchSize() > least
          ? now.withBatchSize(Math.max(least, now.batchSize() / factor(tries)))
          : null;
    }
  },

  /** Switches storage's reordering on or off. */
  STORAGE_REORDERING {
    @Override
    Tuning apply(Tuning now, Tuning allowed, int tries) {
      return allowed.storageReordering()
          ? now.withStorageReordering(!now.storageReordering())
          : null;
    }
  },

  /**
   * Multiplies the batch size by 2. Every second attempt multiplies the batch size by 4 instead.
   */
  LARGER_BATCHES {
    @Override
    Tuning apply(Tuning now, Tuning allowed, int tries) {
      return now.batchSize() < allowed.batchSize()
          ? now.withBatchSize(Math.min(allowed.batchSize(), factor(tries) * now.batchSize()))
          : null;
    }
  },

  /** Switches the repair of stale procedures on or off. */
  REPAIR {
    @Override
    Tuning apply(Tuning now, Tuning allowed, int tries) {
      return allowed.repair() ? now.withRepair(!now.repair()) : null;
    }
  },

  /** Switches between the configured algorithm and the cheapest algorithm. */
  SOLVER {
    @Override
    Tuning apply(Tuning now, Tuning allowed, int tries) {
      if (!now.validatorReordering() || allowed.solver() == Solver.SORT) {
        return null;
      }
      return now.withSolver(now.solver() == Solver.SORT ? allowed.solver() : Solver.SORT);
    }
  };

  private static final int MIN_BATCH = 4;

  /**
   * Returns the tuning after the step, or null if the step is not possible.
   *
   * @param allowed the upper limit of every setting, from the configuration
   * @param tries the number of earlier attempts of this step that did not improve the throughput
   */
  abstract Tuning apply(Tuning now, Tuning allowed, int tries);

  private static int factor(int tries) {
    return (tries & 1) == 0 ? 2 : 4;
  }

  /** Returns the step in the opposite direction. */
  TuningStep reverse() {
    return switch (this) {
      case SMALLER_BATCHES -> LARGER_BATCHES;
      case LARGER_BATCHES -> SMALLER_BATCHES;
      default -> this;
    };
  }
}
