package dev.yardmaster.server.cli;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/**
 * Waits for SIGTERM or SIGINT in place of the Java platform, which would end the process with the
 * signal's own exit code. The second signal ends it at once.
 */
final class StopSignal {

  private static final List<String> NAMES = List.of("TERM", "INT");
  private static final int EXIT_CODE_OF_SIGNALS = 128;

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final AtomicBoolean first = new AtomicBoolean(true);
  private final IntConsumer halt;

  StopSignal(IntConsumer halt) {
    this.halt = halt;
  }

  /** Takes over the signals of this process; false where the platform does not give them away. */
  boolean install() {
    try {
      // By name: the compiler warns of this package, which all Java platforms have.
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

  /** What a signal does; the thread of the platform that brings it. */
  void handle(int number) {
    if (first.compareAndSet(true, false)) {
      arrived.countDown();
    } else {
      halt.accept(EXIT_CODE_OF_SIGNALS + number);
    }
  }

  /** Waits for the first signal, or for an interrupt, which counts as one; false if none came. */
  boolean arrivesWithin(long timeoutMs) {
    try {
      return arrived.await(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      // Whoever interrupts wants the command to end, and it ends cleanly.
      return true;
    }
  }
}
