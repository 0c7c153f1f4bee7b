/** Named after the loggers' own rule, which has the same dates every year; the law has others. */
export const loggerDaylightTime = "logger daylight time (Mar 8 to Nov 6)";
