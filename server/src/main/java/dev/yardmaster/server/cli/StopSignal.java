package dev.yardmaster.server.cli;

import dev.yardmaster.annotations.Shared;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/**
 * Waits for SIGTERM or SIGINT. At the first signal, the handler only wakes the waiting thread,
 * whereas the Java platform's own handler would end the process with the signal's exit code. At the
 * second signal, this handler ends the process.
 */
final class StopSignal {

  private static final List<String> NAMES = List.of("TERM", "INT");
  private static final int EXIT_CODE_OF_SIGNALS = 128;

  @Shared(
      writers = "a signal thread",
      readers = "the main thread",
      access = "CountDownLatch, counted down at the first signal")
  private final CountDownLatch arrived = new CountDownLatch(1);

  @Shared(
      writers = "signal threads",
      readers = "the same",
      access = "compare-and-set; only the first signal succeeds")
  private final AtomicBoolean first = new AtomicBoolean(true);

  private final IntConsumer halt;

  StopSignal(IntConsumer halt) {
    this.halt = halt;
  }

  /**
   * Replaces the signal handlers of this process; returns false if the platform does not allow it.
   */
  boolean install() {
    try {
      // Reflection avoids the compiler's warning about the use of the package sun.misc, which all
      // Java platforms have.
      Class<?> signalType = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Object handler =
          Proxy.newProxyInstance(
              StopSignal.class.getClassLoader(),
              new Class<?>[] {handlerType},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "handle" -> {
                      handle((int) signalType.getMethod("getNumber").invoke(arguments[0]));
                      yield null;
                    }
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> "StopSignal";
                  });
      for (String name : NAMES) {
        Object signal = signalType.getConstructor(String.class).newInstance(name);
        signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
      }
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /** Handles a signal. The platform's signal thread calls this method. */
  void handle(int number) {
    if (first.compareAndSet(true, false)) {
      arrived.countDown();
    } else {
      halt.accept(EXIT_CODE_OF_SIGNALS + number);
    }
  }

  /**
   * Waits for the first signal. An interrupt has the same effect as a signal. Returns false on a
   * timeout.
   */
  boolean arrivesWithin(long timeoutMs) {
    try {
      return arrived.await(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      // An interrupt asks the command to end cleanly.
      return true;
    }
  }
}
