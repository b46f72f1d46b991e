package dev.yardmaster.engine.protocol.snapshot;

import dev.yardmaster.engine.index.IndexPage;
import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.versions.VersionAccess;
import dev.yardmaster.engine.table.Table;

/** Bugs in the certified snapshot protocols; the tests must find each of them. */
enum SnapshotBug {

  /** No bug. */
  NONE,

  /**
   * A transaction draws its commit stamp before other transactions can see that it is committing.
   */
  STAMP_IS_DRAWN_BEFORE_COMMITTING {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        long draw() {
          long stamp = table.draw(worker.words(), worker.worker(), 0);
          dawdle();
          table.committing(worker.words(), worker.worker());
          return stamp;
        }
      };
    }
  },

  /** A reader does not wait for a version's creator that is committing. */
  COMMITTING_CREATOR_IS_IGNORED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        boolean awaitWriter(int round) {
          return true;
        }
      };
    }
  },

  /** A committing reader does not wait for an overwriter of its version that is committing, too. */
  COMMITTING_OVERWRITER_IS_IGNORED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        boolean awaitOverwriter(int round) {
          return false;
        }
      };
    }
  },

  /**
   * An overwriter may have missed a reader's read stamp. Then the reader must make the overwriter's
   * check; with this bug, the reader makes no check.
   */
  COMMITTING_READER_IS_SKIPPED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        void raiseRead(Table of, int record, long stamp) {
          dawdle(LONG);
          super.raiseRead(of, record, stamp);
        }

        @Override
        boolean isAboveReader(long itsSuccessor, long stamp) {
          return true;
        }
      };
    }
  },

  /**
   * The state of a worker's current transaction counts as the state of its earlier transactions.
   */
  GENERATION_IS_IGNORED {
    @Override
    TransactionTable table() {
      return new PruningTable() {
        @Override
        boolean isOf(long state, long identifier) {
          return true;
        }
      };
    }
  },

  /** A transaction has the same identifier as the worker's previous transaction. */
  IDENTIFIER_IS_REUSED {
    @Override
    TransactionTable table() {
      return new PruningTable() {
        @Override
        void nextGeneration(int worker) {
          begin(worker, 0);
        }
      };
    }
  },

  /** A reader does not raise the read stamp of a version. */
  READ_STAMP_IS_DROPPED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        void raiseRead(Table of, int record, long stamp) {}
      };
    }
  },

  /** A transaction that has found keys missing does not raise the stamps of the index nodes. */
  NODE_STAMP_IS_DROPPED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        void raiseNodes(long stamp) {}
      };
    }
  },

  /** A version does not have its creator's successor stamp. */
  SUCCESSOR_STAMP_IS_DROPPED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        long successor() {
          return NO_SUCCESSOR;
        }
      };
    }
  },

  /** A reader does not find the version that has overwritten the version that it read. */
  NEWER_VERSION_IS_DROPPED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        long findOverwriter(Table of, int record) {
          return 0;
        }
      };
    }
  },

  /** A record that was absent still counts as absent after it was removed from its index. */
  REMOVED_RECORD_IS_TRUSTED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        boolean isRemoved(VersionAccess access) {
          return false;
        }
      };
    }
  },

  /** A transaction that has scanned a leaf does not raise the leaf's scan stamp. */
  SCANNED_LEAF_IS_NOT_RAISED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        void raiseLeaf(Table of, IndexPage part, long stamp) {}
      };
    }
  },

  /**
   * A transaction that has scanned few rows of a leaf does not raise the stamp with which new
   * records begin.
   */
  SCANNED_GAPS_ARE_NOT_RAISED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        void raiseGaps(IndexPage part, long stamp) {}
      };
    }
  },

  /** An overwriter does not read the scan stamp of the leaf. */
  LEAF_STAMP_IS_IGNORED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        long leafStamp(VersionAccess access) {
          return 0;
        }
      };
    }
  },

  /** The overwriters of scanned rows are not examined. */
  SCANNED_ROWS_ARE_NOT_EXAMINED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        boolean examineLeaf(Table of, IndexPage part, int rows, long stamp) {
          return true;
        }
      };
    }
  },

  /** A row that was inserted into a scanned range is not noticed. */
  PHANTOM_IS_NOT_NOTICED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        long findOverwriter(Table of, int record) {
          boolean wasAbsent = versions().readRow(of, record, readAsOf(), null) < 0;
          return wasAbsent ? 0 : super.findOverwriter(of, record);
        }
      };
    }
  },

  /** Transactions that are not certified do not leave their snapshot stamps. */
  SNAPSHOT_STAMP_IS_DROPPED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        long lastSnapshot() {
          return 0;
        }
      };
    }
  },

  /** A committing transaction does not wait for a transaction that is about to take a snapshot. */
  TAKEN_SNAPSHOT_IS_MISSED {
    @Override
    TransactionTable table() {
      return new PruningTable() {
        @Override
        boolean takesSnapshot(SharedWords shared, int worker) {
          return false;
        }
      };
    }

    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        void tookSnapshot() {
          dawdle(LONG);
          super.tookSnapshot();
        }
      };
    }
  },

  /** A version is unlinked although a running transaction needs it. */
  NEEDED_VERSION_IS_UNLINKED {
    @Override
    TransactionTable table() {
      return new PruningTable() {
        @Override
        boolean isNeeded(
            SharedWords shared, int own, long stamp, long replaced, boolean certifies) {
          return false;
        }
      };
    }
  };

  /** A transaction table under which every write prunes the chain of its record. */
  private static class PruningTable extends TransactionTable {
    PruningTable() {
      super(InterleavedRun.WORKERS);
    }

    @Override
    boolean prunes(int waiting) {
      return true;
    }
  }

  /** The maximum length, in accesses, of a wait in which other transactions can commit. */
  private static final int LONG = 64;

  /** Returns the seed from which a search for the bug starts. */
  int firstSeed(Certifier certifier) {
    boolean isSsi = certifier == Certifier.SSI;
    return switch (this) {
      case COMMITTING_READER_IS_SKIPPED -> isSsi ? 14 : 13;
      case NODE_STAMP_IS_DROPPED -> isSsi ? 4 : 1;
      case SUCCESSOR_STAMP_IS_DROPPED, SNAPSHOT_STAMP_IS_DROPPED -> 3;
      case REMOVED_RECORD_IS_TRUSTED -> isSsi ? 16 : 11;
      case SCANNED_GAPS_ARE_NOT_RAISED -> 17;
      case TAKEN_SNAPSHOT_IS_MISSED -> 2;
      default -> 1;
    };
  }

  TransactionTable table() {
    return new PruningTable();
  }

  CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
    return new DawdlingCertification(certifier, table, worker);
  }

  /** Returns a protocol with the bug. */
  SnapshotIsolation plant(Certifier certifier) {
    return new SnapshotIsolation(certifier, table(), InterleavedRun.WORKERS) {
      @Override
      CertifiedControl certified(Certifier by, TransactionTable in, WorkerContext worker) {
        return SnapshotBug.this.control(by, in, worker);
      }
    };
  }
}
