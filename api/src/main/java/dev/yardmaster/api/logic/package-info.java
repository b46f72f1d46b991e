/**
 * What every service gives to a transaction's logic and makes of it: the handle that logic sees,
 * with its checks and copies, the outcomes that follow from what it threw, and the procedures by
 * their names. Callers have no need of it; those who implement a service have.
 */
package dev.yardmaster.api.logic;
