/**
 * The parts of running logic that all services share: the handle on which logic runs, with its
 * checks and copies, the outcomes that follow from exceptions, and the procedures by their names.
 * For implementers of a service, not for callers.
 */
package dev.yardmaster.api.logic;
