package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.state.TransactionStates;

/** Bugs that Plor could have, each planted in one step of a worker's part. */
enum PlorBug {

  /**
   * A transaction commits without changing its state to committing, so a wound does not stop it.
   */
  STATE_IS_NOT_CHANGED {
    @Override
    PlorControl plant(PlorSettings settings, int workers, TransactionStates s, WorkerContext w) {
      return new PlorControl(settings, workers, s, w) {
        @Override
        boolean becomesCommitting() {
          return true;
        }
      };
    }
  },

  /**
   * A writer makes its lock exclusive only after it has waited for the readers, so it does not see
   * a later reader.
   */
  EXCLUSIVE_AFTER_READERS {
    @Override
    PlorControl plant(PlorSettings settings, int workers, TransactionStates s, WorkerContext w) {
      return new PlorControl(settings, workers, s, w) {
        @Override
        void exclude(Access access) {
          awaitReaders(access);
          w.pace().step();
          lockOfRecords().makeExclusive(access.slab(), access.at());
        }
      };
    }
  },

  /** After a reader has set its bit, it does not read the writer's word again. */
  READER_LOOKS_ONCE {
    @Override
    PlorControl plant(PlorSettings settings, int workers, TransactionStates s, WorkerContext w) {
      return new PlorControl(settings, workers, s, w) {
        @Override
        long look(long[] slab, int at) {
          long word = super.look(slab, at);
          for (int i = 0; i < 5; i++) {
            w.pace().step(); // Other writers become exclusive here.
          }
          return word;
        }

        @Override
        long lookAgain(long[] slab, int at) {
          return 0;
        }
      };
    }
  },

  /** A commit does not wait for older readers. */
  OLDER_READERS_ARE_NOT_AWAITED {
    @Override
    PlorControl plant(PlorSettings settings, int workers, TransactionStates s, WorkerContext w) {
      return new PlorControl(settings, workers, s, w) {
        @Override
        boolean blocks(long[] slab, int at, int reader) {
          var unused = super.blocks(slab, at, reader);
          return false;
        }
      };
    }
  },

  /** A commit accepts a read without locks although another transaction has changed the record. */
  CHANGES_ARE_NOT_SEEN(true) {
    @Override
    PlorControl plant(PlorSettings settings, int workers, TransactionStates s, WorkerContext w) {
      return new PlorControl(settings, workers, s, w) {
        @Override
        boolean isUnchanged(PlorAccess access) {
          return !lockOfRecords().excludes(lockOfRecords().word(access.slab(), access.at()));
        }
      };
    }
  },

  /** A commit accepts a read without locks although an exclusive writer will change the record. */
  EXCLUSIVE_WRITERS_ARE_NOT_SEEN(true) {
    @Override
    PlorControl plant(PlorSettings settings, int workers, TransactionStates s, WorkerContext w) {
      return new PlorControl(settings, workers, s, w) {
        @Override
        boolean isUnchanged(PlorAccess access) {
          return RecordHeader.of(w.words(), access) == access.seen;
        }
      };
    }
  },

  /** A transaction removes its reader bits before the point at which it can no longer abort. */
  BITS_END_BEFORE_THE_COMMIT_POINT {
    @Override
    PlorControl plant(PlorSettings settings, int workers, TransactionStates s, WorkerContext w) {
      return new PlorControl(settings, workers, s, w) {
        @Override
        public boolean lock() {
          for (int i = 0; i < w.accesses().size(); i++) {
            PlorAccess access = (PlorAccess) w.accesses().get(i);
            if (access.isReader) {
              lockOfRecords().removeReader(access.slab(), access.at());
              access.isReader = false;
            }
          }
          return super.lock();
        }
      };
    }
  },

  /**
   * A waiting writer that aborts does not clear its waiter bit, so it is given a lock that it does
   * not use.
   */
  WAITER_BITS_STAY {
    @Override
    PlorControl plant(PlorSettings settings, int workers, TransactionStates s, WorkerContext w) {
      return new PlorControl(settings, workers, s, w) {
        @Override
        void endWait(PlorAccess access) {
          access.isWaiter = false;
        }
      };
    }
  },

  /**
   * A waiting writer that aborts does not take over the lock that was already passed on to it, and
   * so never unlocks it.
   */
  LOCK_OF_AN_ABORTED_WAITER {
    @Override
    PlorControl plant(PlorSettings settings, int workers, TransactionStates s, WorkerContext w) {
      return new PlorControl(settings, workers, s, w) {
        @Override
        void endWait(PlorAccess access) {
          access.isWaiter = false;
          var unused = lockOfRecords().takeWaiter(access.slab(), access.at());
        }
      };
    }

    @Override
    int firstSeed() {
      return 18;
    }
  };

  /** Whether the first attempts of transactions run without locks. */
  final boolean optimisticFirst;

  PlorBug() {
    this(false);
  }

  PlorBug(boolean optimisticFirst) {
    this.optimisticFirst = optimisticFirst;
  }

  /** Returns the seed from which a search for the bug starts. */
  int firstSeed() {
    return 1;
  }

  abstract PlorControl plant(
      PlorSettings settings, int workers, TransactionStates states, WorkerContext worker);
}
