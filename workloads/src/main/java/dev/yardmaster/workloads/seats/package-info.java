/**
 * Reservations of seats on flights, after SEATS (Stonebraker and Pavlo, "The SEATS Airline
 * Ticketing Systems Benchmark", 2012), as BenchBase describes it. The transactions on reservations,
 * and their shares, are those of SEATS. This version has no airports, distances and frequent
 * flyers, and a transaction finds a flight by the flight's number.
 */
package dev.yardmaster.workloads.seats;
