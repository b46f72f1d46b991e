package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.TransactionStates;
import dev.yardmaster.engine.protocol.WorkerContext;

/** Bugs that Plor could have, each planted in one step of a worker's part. */
enum PlorBug {

  /** A transaction commits without the change of its state, so a wound does not stop it. */
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

  /** A lock becomes exclusive after the readers were awaited, so a later reader is not seen. */
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

  /** A reader does not look at the writer again after it has set its bit. */
  READER_LOOKS_ONCE {
    @Override
    PlorControl plant(PlorSettings settings, int workers, TransactionStates s, WorkerContext w) {
      return new PlorControl(settings, workers, s, w) {
        @Override
        long look(long[] slab, int at) {
          long word = super.look(slab, at);
          for (int i = 0; i < 5; i++) {
            w.pace().step(); // More writers become exclusive meanwhile.
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

  /** A transaction removes its reader bits before it is certain to commit. */
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

  /** A waiting writer that aborts leaves its bit, so it gets a lock that it does not want. */
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

  /** A waiting writer that aborts does not take a lock that was already passed on to it. */
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
  };

  /** Whether the first attempts of transactions have no locks. */
  final boolean optimisticFirst;

  PlorBug() {
    this(false);
  }

  PlorBug(boolean optimisticFirst) {
    this.optimisticFirst = optimisticFirst;
  }

  abstract PlorControl plant(
      PlorSettings settings, int workers, TransactionStates states, WorkerContext worker);
}
