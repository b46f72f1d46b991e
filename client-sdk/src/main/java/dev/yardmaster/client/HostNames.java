package dev.yardmaster.client;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Resolves host names on separate threads, which end when they are idle. A lookup may take many
 * seconds, for example if a name server does not answer. On an event loop, the lookup would stop
 * all connections of the loop.
 */
final class HostNames extends AddressResolverGroup<InetSocketAddress> {

  /** Looks up the address of a host. The method may block. */
  @FunctionalInterface
  interface Lookup {

    InetAddress of(String host) throws UnknownHostException;
  }

  private final Lookup lookup;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(new DefaultThreadFactory("yardmaster-client-names", true));

  HostNames(Lookup lookup) {
    this.lookup = lookup;
  }

  @Override
  protected AddressResolver<InetSocketAddress> newResolver(EventExecutor loop) {
    return new NameResolver(loop).asAddressResolver();
  }

  /** Ends the threads. A lookup in progress has no effect any more. */
  @Override
  public void close() {
    threads.shutdownNow();
    super.close();
  }

  private final class NameResolver extends InetNameResolver {

    NameResolver(EventExecutor loop) {
      super(loop);
    }

    @Override
    protected void doResolve(String host, Promise<InetAddress> address) {
      try {
        threads.execute(() -> look(host, address));
      } catch (RejectedExecutionException closed) {
        address.setFailure(closed);
      }
    }

    private void look(String host, Promise<InetAddress> address) {
      InetAddress found;
      try {
        found = lookup.of(host);
      } catch (UnknownHostException | RuntimeException | Error error) {
        end(() -> address.setFailure(error));
        return;
      }
      end(() -> address.setSuccess(found));
    }

    private void end(Runnable completion) {
      if (!threads.isShutdown()) { // Otherwise the event loops may have ended, too.
        completion.run();
      }
    }

    @Override
    protected void doResolveAll(String host, Promise<List<InetAddress>> addresses) {
      addresses.setFailure(new UnsupportedOperationException("a connection has one address"));
    }
  }
}
