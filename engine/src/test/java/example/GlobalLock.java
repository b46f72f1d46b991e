package example;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.HeaderProtocol;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.ProtocolFactory;
import dev.yardmaster.engine.protocol.WorkerContext;
import java.util.concurrent.atomic.AtomicBoolean;

/** A protocol under which one transaction runs at a time. */
public final class GlobalLock extends HeaderProtocol {

  private static final String NAME = "global-lock";

  private final AtomicBoolean lock = new AtomicBoolean();

  private GlobalLock(int workers) {
    super(workers);
  }

  /** Makes the protocol known by its name. */
  public static final class Factory implements ProtocolFactory {

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Protocol create(int workers) {
      return new GlobalLock(workers);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Access newAccess() {
    return new Access() {};
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return new GlobalLockControl(lock, worker);
  }
}
