/**
 * The procedures of the SmallBank benchmark (Alomari, Cahill, Fekete and Röhm, ICDE 2008): six
 * transactions on the checking and savings accounts of customers, and two procedures that load
 * accounts and add up balances. Amounts are in cents. Arguments and results are encoded as numbers
 * of fixed length.
 */
package dev.yardmaster.workloads.smallbank;
