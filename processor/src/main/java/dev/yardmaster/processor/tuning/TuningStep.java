package dev.yardmaster.processor.tuning;

import dev.yardmaster.reorder.Solver;

/** One step from a tuning to another. */
enum TuningStep {
  /** The validator begins to reorder, or ends to. */
  VALIDATOR_REORDERING {
    @Override
    Tuning apply(Tuning now, Tuning allowed, int tries) {
      return allowed.validatorReordering()
          ? now.withValidatorReordering(!now.validatorReordering())
          : null;
    }
  },

  /** Batches half as large; every second time a quarter, since between them may be a plain. */
  SMALLER_BATCHES {
    @Override
    Tuning apply(Tuning now, Tuning allowed, int tries) {
      int least = Math.min(MIN_BATCH, allowed.batchSize());
      return now.batchSize() > least
          ? now.withBatchSize(Math.max(least, now.batchSize() / factor(tries)))
          : null;
    }
  },

  /** Storage begins to reorder, or ends to. */
  STORAGE_REORDERING {
    @Override
    Tuning apply(Tuning now, Tuning allowed, int tries) {
      return allowed.storageReordering()
          ? now.withStorageReordering(!now.storageReordering())
          : null;
    }
  },

  /** Batches twice as large, or four times. */
  LARGER_BATCHES {
    @Override
    Tuning apply(Tuning now, Tuning allowed, int tries) {
      return now.batchSize() < allowed.batchSize()
          ? now.withBatchSize(Math.min(allowed.batchSize(), factor(tries) * now.batchSize()))
          : null;
    }
  },

  /** Stale procedures begin to be repaired, or end to. */
  REPAIR {
    @Override
    Tuning apply(Tuning now, Tuning allowed, int tries) {
      return allowed.repair() ? now.withRepair(!now.repair()) : null;
    }
  },

  /** The algorithm of the configuration gives way to the cheapest one, or comes back. */
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
   * The other tuning; null if the step is not possible.
   *
   * @param allowed the most that there may be of everything
   * @param tries how often it was tried in vain
   */
  abstract Tuning apply(Tuning now, Tuning allowed, int tries);

  private static int factor(int tries) {
    return (tries & 1) == 0 ? 2 : 4;
  }

  /** The step back. */
  TuningStep reverse() {
    return switch (this) {
      case SMALLER_BATCHES -> LARGER_BATCHES;
      case LARGER_BATCHES -> SMALLER_BATCHES;
      default -> this;
    };
  }
}
