/** What it is called: it is what loggers do, and the law has other dates. The rule has the same ones every year. */
export const loggerDaylightTime = "logger daylight time (Mar 8 to Nov 6)";
