/**
 * How a setting is stated once, so that builders, files, command lines and tables of settings share
 * its name, range and default. For code that defines settings, not for callers.
 */
package dev.yardmaster.api.setting;
