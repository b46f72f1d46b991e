/**
 * Reservations of seats on flights, after SEATS (Stonebraker and Pavlo, "The SEATS Airline
 * Ticketing Systems Benchmark", 2012), as BenchBase describes it. The transactions on reservations
 * and their shares are those of SEATS; airports, distances and frequent flyers are left out, and a
 * flight is found by its number.
 */
package dev.yardmaster.workloads.seats;
