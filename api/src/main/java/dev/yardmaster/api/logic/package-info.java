/**
 * What every service gives to a transaction's logic and makes of it: the handle that logic sees,
 * with its checks and copies, and the outcomes that follow from what it threw. Callers have no need
 * of it; those who implement a service have.
 */
package dev.yardmaster.api.logic;
