package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.core.DefaultJRaftServiceFactory;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import com.alipay.sofa.jraft.option.RaftMetaStorageOptions;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import com.alipay.sofa.jraft.storage.RaftMetaStorage;
import com.alipay.sofa.jraft.storage.impl.LocalRaftMetaStorage;
import com.alipay.sofa.jraft.storage.impl.RocksDBLogStorage;
import java.util.List;

/**
 * The storage of one member. Any thread can read the member's term and its last stored entry
 * without a lock. JRaft stores a new term before it acts in that term.
 */
final class MemberStorage extends DefaultJRaftServiceFactory {

  private static final LogId NONE = new LogId();

  private volatile long term;
  private volatile LogId last = NONE;

  /** Returns the highest term that the member has seen. */
  long term() {
    return term;
  }

  /**
   * Returns the last stored entry that has a term; index 0 if no such entry was stored or found
   * since the start.
   */
  LogId last() {
    return last;
  }

  @Override
  public LogStorage createLogStorage(String uri, RaftOptions options) {
    return new RocksDBLogStorage(uri, options) {
      @Override
      public boolean init(LogStorageOptions options) {
        boolean done = super.init(options);
        if (done) {
          noteLast(getEntry(getLastLogIndex()));
        }
        return done;
      }

      @Override
      public int appendEntries(List<LogEntry> entries) {
        int appended = super.appendEntries(entries);
        if (appended > 0) {
          noteLast(entries.get(appended - 1));
        }
        return appended;
      }
    };
  }

  /**
   * Records a stored entry, unless the entry has no term. JRaft stores an entry without a term if a
   * snapshot has replaced all entries of the log.
   */
  private void noteLast(LogEntry entry) {
    if (entry != null && entry.getId().getTerm() > 0) {
      last = entry.getId().copy();
    }
  }

  @Override
  public RaftMetaStorage createRaftMetaStorage(String uri, RaftOptions options) {
    return new LocalRaftMetaStorage(uri, options) {
      @Override
      public boolean init(RaftMetaStorageOptions options) {
        boolean done = super.init(options);
        term = getTerm();
        return done;
      }

      @Override
      public boolean setTermAndVotedFor(long newTerm, PeerId votedFor) {
        term = newTerm;
        return super.setTermAndVotedFor(newTerm, votedFor);
      }
    };
  }
}
