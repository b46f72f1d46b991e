/**
 * The code for running logic that all services share. The package contains the transaction object
 * that is passed to logic, the outcomes that follow from exceptions, and the registry of
 * procedures. The package is for implementers of a service, not for callers.
 */
package dev.yardmaster.api.logic;
