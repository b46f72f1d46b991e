/**
 * The code for running logic that all services share. The package consists of the handle on which
 * logic runs, the outcomes that follow from exceptions, and the registry of procedures. The package
 * is for implementers of a service, not for callers.
 */
package dev.yardmaster.api.logic;
