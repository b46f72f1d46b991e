package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.engine.epoch.Stays;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.ForwardingControl;
import dev.yardmaster.engine.protocol.WorkerContext;

/** Bugs that mixed concurrency control could have; the tests must find each of them. */
enum SwitchBug {

  /** No bug. */
  NONE,

  /**
   * Partitions switch to another protocol at once, without a time in which both protocols protect
   * them.
   */
  MEDIATION_IS_SKIPPED {
    @Override
    ProtocolSwitch newSwitch(byte[] parts) {
      return new MediatedSwitch(parts) {
        @Override
        ProtocolTable mediated(ProtocolTable current, boolean[] chosen, int from, int to) {
          return super.mediated(current, chosen, from, to).switched();
        }
      };
    }
  },

  /**
   * The table that maps partitions to protocols is replaced although attempts still use an older
   * table.
   */
  ACKNOWLEDGEMENTS_ARE_MISSING {
    @Override
    ProtocolSwitch newSwitch(byte[] parts) {
      return new MediatedSwitch(parts) {
        @Override
        boolean areOver(Stays stays) {
          return true;
        }
      };
    }
  },

  /** The protocols release their locks before all of them have validated their reads. */
  RELEASED_BEFORE_ALL_HAVE_CHECKED {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        @Override
        public long decide() {
          long version = real.decide();
          real.abort(); // The transaction is not aborted; the call only releases the locks.
          return version;
        }
      };
    }
  },

  /** Each protocol commits with the version that it has chosen itself. */
  VERSIONS_ARE_MIXED_UP {
    @Override
    ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
      return new ForwardingControl(real, worker) {
        private long own;

        @Override
        public long decide() {
          own = real.decide();
          return own;
        }

        @Override
        public void commit(long version) {
          real.commit(own);
        }
      };
    }
  },

  /** The protocol of a key is looked up at each access, instead of once for each attempt. */
  KEYS_ARE_LOOKED_UP_TWICE {
    @Override
    boolean looksUpEachAccess() {
      return true;
    }
  };

  ProtocolSwitch newSwitch(byte[] parts) {
    return new MediatedSwitch(parts);
  }

  ConcurrencyControl plant(ConcurrencyControl real, WorkerContext worker) {
    return real;
  }

  boolean looksUpEachAccess() {
    return false;
  }
}
