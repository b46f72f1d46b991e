package dev.yardmaster.workloads.seats;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.table.KeyTuple;
import dev.yardmaster.api.table.Table;

/** The four tables. */
final class SeatsTables {

  /** The number of seats of a flight. */
  static final int SEATS = 150;

  static final Table<Flight> FLIGHTS = Table.of("seats.flight", Flight.class);

  static final Table<Customer> CUSTOMERS = Table.of("seats.customer", Customer.class);

  /** The reservations, by flight and seat. */
  static final Table<Reservation> RESERVATIONS = Table.of("seats.reservation", Reservation.class);

  /** The seats of customers, by customer and flight. */
  static final Table<Seat> BOOKED = Table.of("seats.booked", Seat.class);

  record Flight(int seatsLeft, long cents) {}

  record Customer(int reservations, long balanceCents, int attribute) {

    Customer with(int moreReservations, long moreCents) {
      return new Customer(reservations + moreReservations, balanceCents + moreCents, attribute);
    }
  }

  record Reservation(int customer, long cents) {}

  record Seat(int seat) {}

  private SeatsTables() {}

  static Key reservation(int flight, int seat) {
    return RESERVATIONS.key(KeyTuple.of(flight, seat));
  }

  static Key booked(int customer, int flight) {
    return BOOKED.key(KeyTuple.of(customer, flight));
  }

  /** Returns the scan of a flight's reservations. */
  static Scan reservations(int flight) {
    return RESERVATIONS.prefix(KeyTuple.of(flight), SEATS);
  }
}
