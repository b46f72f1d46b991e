package dev.yardmaster.engine.service;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The seats that callers' threads take for one step of an interactive transaction each, and give
 * back at once: so few serve many open transactions. Any thread.
 */
final class CallerSeats {

  private final BlockingQueue<Seat> free;
  private final int count;

  CallerSeats(List<Seat> seats) {
    count = seats.size();
    free = new ArrayBlockingQueue<>(Math.max(1, count), false, seats);
  }

  /** A free seat; null if there is none within so many ns. */
  Seat take(long withinNs) throws InterruptedException {
    Seat seat = free.poll();
    return seat == null ? free.poll(withinNs, TimeUnit.NANOSECONDS) : seat;
  }

  /** Another may have it. */
  void giveBack(Seat seat) {
    free.add(seat);
  }

  /** Whether nobody has taken one. */
  boolean areFree() {
    return free.size() == count;
  }
}
