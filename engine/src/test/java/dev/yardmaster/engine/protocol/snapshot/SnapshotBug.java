package dev.yardmaster.engine.protocol.snapshot;

import dev.yardmaster.engine.index.IndexPage;
import dev.yardmaster.engine.protocol.InterleavedRun;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.versions.VersionAccess;
import dev.yardmaster.engine.table.Table;

/** Bugs that are planted in the certified protocols. */
enum SnapshotBug {

  /** No bug. */
  NONE,

  /** A transaction draws its stamp before others can see that it commits. */
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

  /** A reader does not wait for the creator of a version, which commits. */
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

  /** A reader does not wait for the overwriter of a version, which commits. */
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

  /** A reader does not make the check for an overwriter that has not found its read stamp. */
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

    @Override
    int firstSeed() {
      return 6;
    }
  },

  /** The state of a worker's transaction counts as that of an earlier one. */
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

  /** A transaction has the identifier of the worker's last one. */
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

  /** The stamp of a reader is not kept. */
  READ_STAMP_IS_DROPPED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        void raiseRead(Table of, int record, long stamp) {}
      };
    }
  },

  /** The stamp of a transaction that missed keys is not kept. */
  NODE_STAMP_IS_DROPPED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        void raiseNodes(long stamp) {}
      };
    }
  },

  /** A version does not keep its creator's successor stamp. */
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

  /** A version does not know the version that has overwritten it. */
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

  /** A record that was absent counts as absent after its removal from the index. */
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

  /** The stamp of a transaction that has scanned a leaf is not kept. */
  SCANNED_LEAF_IS_NOT_RAISED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        void raiseLeaf(Table of, IndexPage part, long stamp) {}
      };
    }
  },

  /** The stamp of a transaction that has scanned few rows of a leaf is not kept for new records. */
  SCANNED_GAPS_ARE_NOT_RAISED {
    @Override
    CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
      return new DawdlingCertification(certifier, table, worker) {
        @Override
        void raiseGaps(IndexPage part, long stamp) {}
      };
    }

    @Override
    int firstSeed() {
      return 17;
    }
  },

  /** An overwriter does not look for transactions that have scanned the leaf. */
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

  /** The stamps of transactions that are not certified are not kept. */
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

  /** A transaction that is about to take a snapshot is not waited for. */
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

  /** A version is unlinked although a running transaction reads it. */
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

  /** A table that lets each write prune its chain. */
  private static class PruningTable extends TransactionTable {
    PruningTable() {
      super(InterleavedRun.WORKERS);
    }

    @Override
    boolean prunes(int waiting) {
      return true;
    }
  }

  /** A wait in which others can commit, in accesses at most. */
  private static final int LONG = 64;

  /** Returns the seed from which a search for the bug starts. */
  int firstSeed() {
    return 1;
  }

  TransactionTable table() {
    return new PruningTable();
  }

  CertifiedControl control(Certifier certifier, TransactionTable table, WorkerContext worker) {
    return new DawdlingCertification(certifier, table, worker);
  }

  /** Returns a protocol with the bug. */
  Snapshots plant(Certifier certifier) {
    return new Snapshots(certifier, table(), InterleavedRun.WORKERS) {
      @Override
      CertifiedControl certified(Certifier by, TransactionTable in, WorkerContext worker) {
        return SnapshotBug.this.control(by, in, worker);
      }
    };
  }
}
