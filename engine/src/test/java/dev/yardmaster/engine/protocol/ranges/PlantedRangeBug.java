package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.WorkerContext;

/** Bugs that the lists of writers could have, planted in ROCC's steps. */
enum PlantedRangeBug {

  /** No bug: what finds the others is to find nothing here. */
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

  /** Writers register when they have drawn their timestamp, and so after it. */
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
   * Registers when the first record is locked: so does the paper, record by record, while it
   * registers in each range only once (ICDE 2018, Algorithm 1 and section V-H).
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

  /** A range that is covered is taken to be as it was, whatever its version says. */
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

  /** Nobody can tell that a timestamp is being drawn. */
  DRAWING_IS_NOT_SAID {
    @Override
    ScanValidation plant(WriterLists lists, ListedTransactions shared, WorkerContext worker) {
      return new LingeringWriters(lists, shared, worker) {
        @Override
        public void drawing() {}
      };
    }
  },

  /** A scan's validation looks at nobody who has registered since it began. */
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

  /** The array that takes the place of a full one knows only how many there were. */
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
  },

  /**
   * Slots are overwritten while validations may ask for them, and who finds another writer there
   * than it asked for goes by that one. Either alone does no harm but aborts.
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

  /** A closed array whose slots nobody has had. */
  private static long[] emptied(long[] closed) {
    long[] empty = WriterRing.of(WriterRing.slots(closed));
    empty[0] = closed[0];
    return empty;
  }

  /** The slots of each array. */
  int slots() {
    return 4_096;
  }

  /** The lists of writers. */
  RangeLists lists() {
    return new RangeLists(new RoccSettings(slots(), true));
  }

  /** A worker's commits. */
  RangeControl control(WorkerContext worker, CommitClock clock, ScanValidation scans) {
    return new RangeControl(worker, clock, scans);
  }

  abstract ScanValidation plant(WriterLists lists, ListedTransactions shared, WorkerContext worker);
}
