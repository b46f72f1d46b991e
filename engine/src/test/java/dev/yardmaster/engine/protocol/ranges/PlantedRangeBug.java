package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.WorkerContext;

/**
 * Bugs that the lists of the writers of each range ({@link WriterLists}) could have; the tests must
 * find each of them. Each bug is planted in one step of ROCC.
 */
enum PlantedRangeBug {

  /** No bug is planted. The runs that find the other bugs must report no error in this case. */
  NONE {
    @Override
    ScanValidation plant(WriterLists lists, ListedTransactions shared, WorkerContext worker) {
      return new LingeringWriters(lists, shared, worker);
    }
  },

  /** Writers do not register. */
  REGISTRATION_IS_SKIPPED {
    @Override
    ScanValidation plant(WriterLists lists, ListedTransactions shared, WorkerContext worker) {
      return new LingeringWriters(lists, shared, worker) {
        @Override
        public boolean register() {
          return true;
        }
      };
    }
  },

  /** Writers register after they have drawn their timestamps. */
  REGISTRATION_IS_LATE {
    @Override
    ScanValidation plant(WriterLists lists, ListedTransactions shared, WorkerContext worker) {
      return new LingeringWriters(lists, shared, worker) {
        @Override
        public boolean register() {
          return true;
        }

        @Override
        public void drawn(long timestamp) {
          super.drawn(timestamp);
          if (!super.register()) {
            throw new IllegalStateException("the arrays of this test are large enough");
          }
          super.drawn(timestamp);
        }
      };
    }
  },

  /**
   * A writer registers in a range as soon as it has locked its first record of the range. The paper
   * has this order: it locks and registers record by record, with one registration in each range
   * (ICDE 2018, Algorithm 1 and section V-H).
   */
  REGISTRATION_IS_BEFORE_LOCKS {
    @Override
    ScanValidation plant(WriterLists lists, ListedTransactions shared, WorkerContext worker) {
      return new LingeringWriters(lists, shared, worker);
    }

    @Override
    RangeControl control(WorkerContext worker, CommitClock clock, ScanValidation scans) {
      return new RangeControl(worker, clock, scans) {
        @Override
        public boolean lock() {
          int writes = worker.accesses().sortWrites();
          int first = Math.min(1, writes);
          if (!lock(0, first) || !scans.register()) {
            return false;
          }
          ((LingeringWriters) scans).linger();
          return lock(first, writes);
        }
      };
    }
  },

  /**
   * A range that a scan has read completely counts as unchanged even if the range's version has
   * changed.
   */
  VERSIONS_OF_COVERED_RANGES_ARE_IGNORED {
    @Override
    ScanValidation plant(WriterLists lists, ListedTransactions shared, WorkerContext worker) {
      return new LingeringWriters(lists, shared, worker) {
        @Override
        boolean isUnchanged(ScanPredicate predicate, long others) {
          return predicate.covers || super.isUnchanged(predicate, others);
        }
      };
    }
  },

  /** Writers do not announce that they are drawing a timestamp. */
  DRAWING_IS_NOT_SAID {
    @Override
    ScanValidation plant(WriterLists lists, ListedTransactions shared, WorkerContext worker) {
      return new LingeringWriters(lists, shared, worker) {
        @Override
        public void drawing() {}
      };
    }
  },

  /** The validation of a scan ignores writers that have registered since the scan began. */
  WRITERS_ARE_NOT_COMPARED {
    @Override
    ScanValidation plant(WriterLists lists, ListedTransactions shared, WorkerContext worker) {
      return new LingeringWriters(lists, shared, worker) {
        @Override
        boolean isHitBy(long word, ScanPredicate predicate, long timestamp) {
          return false;
        }
      };
    }
  },

  /**
   * The array that replaces a full array has the version of the full array, but not its writers.
   */
  ARRAYS_GROW_WITHOUT_THEIR_WRITERS {
    @Override
    RangeLists lists() {
      return new RangeLists(new RoccSettings(slots(), true), 2) {
        @Override
        long[] twice(long[] closed) {
          return super.twice(emptied(closed));
        }
      };
    }

    @Override
    ScanValidation plant(WriterLists lists, ListedTransactions shared, WorkerContext worker) {
      return new LingeringWriters(lists, shared, worker) {
        @Override
        boolean isHitBy(long word, ScanPredicate predicate, long timestamp) {
          return word != WriterRing.LOST && super.isHitBy(word, predicate, timestamp);
        }
      };
    }

    @Override
    int firstSeed() {
      return 19;
    }
  },

  /**
   * The bug has two parts. Slots are overwritten while validations may still need them; and if a
   * validation finds another writer in a slot, it uses that writer. Each of the two parts alone
   * would only cause aborts.
   */
  SLOTS_ARE_OVERWRITTEN_TOO_EARLY {
    @Override
    int slots() {
      return 2;
    }

    @Override
    ScanValidation plant(WriterLists lists, ListedTransactions shared, WorkerContext worker) {
      return new LingeringWriters(lists, shared, worker) {
        @Override
        boolean isStale(long word) {
          return true;
        }

        @Override
        boolean isHitBy(long word, ScanPredicate predicate, long timestamp) {
          return word != WriterRing.LOST && super.isHitBy(word, predicate, timestamp);
        }
      };
    }
  };

  /** Returns a closed array without writers. */
  private static long[] emptied(long[] closed) {
    long[] empty = WriterRing.of(WriterRing.slots(closed));
    empty[0] = closed[0];
    return empty;
  }

  /** Returns the seed from which a search for the bug starts. */
  int firstSeed() {
    return 1;
  }

  /** Returns the number of slots of each array. */
  int slots() {
    return 4_096;
  }

  /** Returns the lists of writers. */
  RangeLists lists() {
    return new RangeLists(new RoccSettings(slots(), true));
  }

  /** Returns a worker's control with the bug. */
  RangeControl control(WorkerContext worker, CommitClock clock, ScanValidation scans) {
    return new RangeControl(worker, clock, scans);
  }

  abstract ScanValidation plant(WriterLists lists, ListedTransactions shared, WorkerContext worker);
}
